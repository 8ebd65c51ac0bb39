"""What Spark adds to the work on a trace: the same traces with the plain command and in local-cluster mode.

    scripts/spark-python    # prints the Python to run this with
    python spark/measure.py TRACETOOL FOLDER

Both write the rows of the same folder to files with two traces in work at once. It prints seconds, and the work of all
processors on all processes, which depends less on what else the machine does. Starting Spark and its executors, and a
job of few traces, have lines of their own. Everything is measured twice: the first time Java still compiles, which
does not count in jobs of hours.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [str(pathlib.Path(__file__).parent / part) for part in ("src", "tests")]

import fleets  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402
from tracetool_spark import Fleet, configure, traces_at, traces_in  # noqa: E402


def of_process(pid):
    """The parent of a process, and the seconds of processors that it and those that it has waited for have taken."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return int(fields[1]), sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def processor_seconds():
    """What this process and all below it have taken."""
    processes = {}
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            processes[int(path.name)] = of_process(path.name)
        except OSError:
            pass  # It has ended.

    def is_below(pid):
        while pid in processes and pid != os.getpid():
            pid = processes[pid][0]
        return pid == os.getpid()

    return sum(took for pid, (_, took) in processes.items() if is_below(pid))


def measured(work):
    """Seconds, and those of all processors."""
    begin, taken = time.monotonic(), processor_seconds()
    work()
    return time.monotonic() - begin, processor_seconds() - taken


def session(folder):
    (folder / "home").mkdir()
    fleets.spark_home(folder / "home")
    spark = (
        SparkSession.builder.master("local-cluster[2,1,1024]").appName("measure")
        .config("spark.submit.pyFiles", str(fleets.zipped(folder)))
        .config("spark.ui.enabled", False).config("spark.ui.showConsoleProgress", False)
        .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
        .config("spark.local.dir", str(folder)).config("spark.sql.warehouse.dir", str(folder))
        .getOrCreate())
    configure(spark)
    return spark


def main(tracetool, traces):
    paths = sorted(str(path) for path in pathlib.Path(traces).rglob("*.synctrace"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        fleet = Fleet(command=(os.path.realpath(tracetool),))

        def plain():
            words = [tracetool, "fleet", traces, "-o", folder / "rows.ndjson", "--force", "--quiet",
                     "--jobs", "2"]
            assert subprocess.run(words, stderr=subprocess.DEVNULL).returncode in (0, 3)

        def started():
            nonlocal spark
            spark = session(folder)
            fleet.lines(traces_at(spark, paths[:20], 2)).count()

        spark = None
        results = {"Spark starts, and its first job": measured(started)}
        found = fleet.lines(traces_in(spark, traces))
        listed = fleet.lines(traces_at(spark, paths, 2))
        few = fleet.lines(traces_at(spark, paths[:40], 2))
        for _ in range(2):
            results |= {
                "the command": measured(plain),
                "Spark, 40 of them": measured(
                    lambda: few.write.mode("overwrite").text(str(folder / "few"))),
                "Spark, from a list": measured(
                    lambda: listed.write.mode("overwrite").text(str(folder / "listed"))),
                "Spark, from a folder": measured(
                    lambda: found.write.mode("overwrite").text(str(folder / "found"))),
            }
            for work, (took, taken) in results.items():
                each = taken / len(paths) * 1000
                print(f"{work}: {took:.1f} s; processors {taken:.1f} s, {each:.2f} ms a trace", flush=True)
        rows = sorted((folder / "rows.ndjson").read_bytes().splitlines())
        for kind in ("listed", "found"):
            parts = (folder / kind).glob("part-*")
            assert rows == sorted(row for part in parts for row in part.read_bytes().splitlines())
        spark.stop()


main(*sys.argv[1:])
