import json
import shutil
import subprocess

import fleets


def test_a_job_is_submitted_with_the_package_and_the_command(
    spark_home, traces, single, tmp_path
):
    """As docs/fleet.md has it: the package as a zip, the command sent along."""
    shutil.copy(fleets.TRACETOOL, tmp_path / "tracetool")
    words = [
        spark_home / "bin/spark-submit", "--master", "local-cluster[2,1,1024]",
        "--conf", "spark.ui.enabled=false", "--conf", f"spark.local.dir={tmp_path}",
        "--conf", "spark.sql.shuffle.partitions=2", "--conf", "spark.sql.codegen.wholeStage=false",
        "--py-files", fleets.zipped(tmp_path), "--files", tmp_path / "tracetool",
        fleets.PROJECT / "spark/submit.py", traces, "--rows", tmp_path / "rows",
        "--clusters", tmp_path / "clusters", "--partitions", "8",
    ]
    ended = subprocess.run(list(map(str, words)), capture_output=True, text=True, cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr[-4000:]
    parts = sorted((tmp_path / "rows").glob("part-*"))
    assert len(parts) > 4
    told = [line for part in parts for line in fleets.lines(part.read_text(encoding="utf-8"))]
    assert sorted(told) == sorted(single)
    reported = fleets.reported(*parts)
    (part,) = (tmp_path / "clusters").glob("part-*.json")
    written = [json.loads(line) for line in fleets.lines(part.read_text(encoding="utf-8"))]
    assert written == [fleets.pruned(cluster) for cluster in reported]
