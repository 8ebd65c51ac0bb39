import fleets
from tracetool_spark import Fleet, clusters, read_rows, traces_in


def of(rows):
    return [row.asDict() for row in clusters(rows).collect()]


def test_the_clusters_are_those_of_the_report(spark, traces, single, tmp_path):
    (tmp_path / "rows.ndjson").write_text("\n".join(single), encoding="utf-8")
    rows = Fleet(command=(fleets.TRACETOOL,)).rows(traces_in(spark, str(traces))).cache()
    reported = fleets.reported(tmp_path / "rows.ndjson")
    assert len(reported) > 200
    assert of(rows) == reported


def test_rows_of_one_machine_have_them_too(spark):
    rows = fleets.PROJECT / "Tests/Vectors/fleet/rows.ndjson"
    reported = fleets.reported(rows)
    assert len(reported) > 20
    assert of(read_rows(spark, str(rows))) == reported


def test_a_fleet_that_loses_nothing_has_none(spark, tmp_path):
    (tmp_path / "none.synctrace").write_bytes(b"nonsense")
    rows = Fleet(command=(fleets.TRACETOOL,)).rows(traces_in(spark, str(tmp_path)))
    assert rows.count() == 1 and of(rows) == []
