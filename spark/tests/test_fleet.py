import json

import fleets
from pyspark.sql import functions
from tracetool_spark import Fleet, read_rows, table, traces_at, traces_in, traces_listed

FLEET = Fleet(command=(fleets.TRACETOOL,))


def lines(frame):
    return sorted(row["row"] for row in frame.collect())


def test_a_folder_has_the_rows_of_one_machine(spark, traces, single):
    found = traces_in(spark, str(traces)).repartition(5)
    assert lines(FLEET.lines(found)) == sorted(single)


def test_a_list_has_the_rows_of_one_machine_in_its_order(spark, traces, tmp_path):
    paths = [str(path) for path in traces.rglob("*.synctrace")][::-1]
    paths += [paths[0], str(traces / "none"), str(traces)]
    rows = fleets.single(write(tmp_path / "list", paths))
    # One partition after the other, each in the order of its part of the list.
    told = FLEET.lines(traces_at(spark, paths, 4)).collect()
    assert [row["row"] for row in told] == rows
    listed = traces_listed(spark, str(tmp_path / "list"), 3)
    assert listed.rdd.getNumPartitions() == 3
    assert lines(FLEET.lines(listed)) == sorted(rows)


def test_faults_and_a_schema_reach_the_workers(spark, traces, tmp_path):
    faults = ["at end: terminate-sync"]
    fleet = Fleet(command=(fleets.TRACETOOL,), modes=["Recover"], faults=faults)
    rows = [json.loads(line) for line in lines(fleet.lines(traces_in(spark, str(traces))))]
    assert rows and all(row["whatIf"] == {"faults": faults} for row in rows)
    schema = tmp_path / "new.json"
    schema.write_text('{"schema":1,"classes":{"Zebra":{"primaryKey":"z","properties":{"z":"int"}}}}')
    other = Fleet(command=(fleets.TRACETOOL,), modes=["Recover"], schema=str(schema))
    table = other.rows(traces_in(spark, str(traces)))
    assert {row["reason"] for row in table.select("error.reason").collect()} >= {"otherApp"}


def write(path, names):
    path.write_bytes("".join(f"{name}\r\n\n" for name in names).encode("utf-8"))
    return path


def test_the_table_has_all_of_each_row(spark, traces, single):
    rows = FLEET.rows(traces_in(spark, str(traces)))
    order = functions.array_position(functions.array(*map(functions.lit, fleets.MODES)), "mode")
    told = [row.asDict(recursive=True) for row in rows.orderBy("trace", order).collect()]
    assert [fleets.pruned(row) for row in told] == [json.loads(line) for line in single]


def test_rows_of_one_machine_are_such_a_table(spark, traces, single, tmp_path):
    (tmp_path / "rows.ndjson").write_text("\n".join(single), encoding="utf-8")
    read = read_rows(spark, str(tmp_path / "rows.ndjson"))
    assert read.schema == FLEET.rows(traces_in(spark, str(traces))).schema
    same = table(read.select(functions.to_json(functions.struct("*")).alias("row")))
    assert read.exceptAll(same).count() == 0 and same.count() == len(single)


def test_options_reach_the_command(spark, traces):
    options = ("--mode", "manual", "--mode", "discard", "--engine", "ideal",
               "--max-trace-bytes", "2000", "--work-limit", "20", "--memory-limit", "1MiB")
    fleet = Fleet(
        command=(fleets.TRACETOOL,), modes=("Manual", "DiscardLocal"), engine="ideal",
        max_trace_bytes=2000, work_limit=20, memory_limit="1MiB")
    rows = fleets.single(traces, options=(*options, "--jobs", "1"))
    kinds = {json.loads(row).get("error", {}).get("kind") for row in rows}
    assert kinds >= {None, "tooLarge", "work", "invalid"}
    assert lines(fleet.lines(traces_in(spark, str(traces), 2000))) == sorted(rows)


def test_a_table_of_traces_has_their_rows(spark, traces):
    paths = [str(path) for path in traces.glob("*.synctrace")]
    held = [(path, bytearray(open(path, "rb").read())) for path in paths]
    frame = spark.createDataFrame(held, "trace string, content binary").repartition(2)
    assert lines(FLEET.lines(frame)) == sorted(fleets.single(*paths))


def test_what_spark_passes_over_is_not_there(spark, traces, tmp_path):
    demo = (traces / "field-inspections.synctrace").read_bytes()
    for name in ("a", "_b", ".c"):
        (tmp_path / f"{name}.synctrace").write_bytes(demo)
    (tmp_path / "empty.synctrace").write_bytes(b"")
    told = [row["trace"] for row in traces_in(spark, str(tmp_path)).select("trace").collect()]
    assert told == [f"{tmp_path}/a.synctrace"]
    # In a list all of them are there.
    paths = [str(path) for path in tmp_path.iterdir()]
    rows = fleets.single(write(tmp_path / "list", paths))
    assert lines(FLEET.lines(traces_at(spark, paths, 2))) == sorted(rows)


def test_a_partition_has_one_process_and_both_executors_work(spark, traces, single, tmp_path):
    fleet = Fleet(command=fleets.poisoned("--log", tmp_path))
    assert lines(fleet.lines(traces_in(spark, str(traces)).repartition(8))) == sorted(single)
    told = [json.loads(path.read_text()) for path in tmp_path.glob("*.json")]
    assert len(told) == 8
    assert len({process["executor"] for process in told} - {None}) == 2


def test_poisonous_traces_cost_a_row_each(spark, traces, single, tmp_path):
    poison = {"a": b"poison 11", "b": b"poison 4", "c": b"poison 9", "d": b"poison 6"}
    for name, trace in poison.items():
        (tmp_path / f"{name}.synctrace").write_bytes(trace)
    found = traces_in(spark, [str(traces), str(tmp_path)]).repartition(3)
    told = [json.loads(line) for line in lines(Fleet(command=fleets.poisoned()).lines(found))]
    bad = [row for row in told if row["trace"].startswith(f"{tmp_path}/")]
    assert [row for row in told if row not in bad] == [json.loads(line) for line in sorted(single)]
    assert [row["error"]["exit"] for row in bad] == [139, 132, 137, 134]
    assert {row["error"]["kind"] for row in bad} == {"crashed"}
    # And the command counts them.
    rows = tmp_path / "rows.ndjson"
    rows.write_text("".join(json.dumps(row) + "\n" for row in told), encoding="utf-8")
    report = json.loads(fleets.run("fleet", "report", rows, "--format", "json"))
    (crashed,) = (error for error in report["errors"] if error["kind"] == "crashed")
    assert crashed["traces"] == 4
