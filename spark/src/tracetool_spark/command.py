"""The job that `spark-submit` runs: rows to a folder, and their clusters beside them."""

import argparse
import shlex

from pyspark.sql import SparkSession

from tracetool_spark.clusters import clusters
from tracetool_spark.fleet import MAX_TRACE_BYTES, Fleet, read_rows
from tracetool_spark.schema import MODES
from tracetool_spark.sources import traces_in, traces_listed


def main(words: list[str] | None = None) -> None:
    """Runs a job."""
    options = _parser().parse_args(words)
    spark = SparkSession.builder.appName("tracetool fleet").getOrCreate()
    configure(spark)
    fleet = Fleet(
        command=shlex.split(options.command), modes=tuple(options.mode or MODES), engine=options.engine,
        faults=tuple(options.fault or ()), schema=options.schema,
        max_trace_bytes=options.max_trace_bytes, memory_limit=options.memory_limit,
        work_limit=options.work_limit, answer_seconds=options.answer_seconds)
    if options.list:
        traces = traces_listed(spark, options.traces, options.partitions)
    else:
        if options.partitions:
            spark.conf.set("spark.sql.files.minPartitionNum", options.partitions)
        traces = traces_in(spark, options.traces, options.max_trace_bytes)
    fleet.lines(traces).write.text(options.rows, compression=options.compression)
    if options.clusters:
        clusters(read_rows(spark, options.rows)).coalesce(1).write.json(options.clusters)
    spark.stop()


def configure(spark: SparkSession) -> None:
    """What traces need of a session, where it is not set: few large ones at once in memory, many small ones a
    partition."""
    # Before, nothing limits the bytes that are handed on at once.
    is_old = [int(part) for part in spark.version.split(".")[:2]] < [4, 1]
    for name, value in SETTINGS.items():
        if spark.conf.get(name, None) in (None, _DEFAULTS[name]):
            spark.conf.set(name, "4" if is_old and name == _TRACES_AT_ONCE else value)


_TRACES_AT_ONCE = "spark.sql.execution.arrow.maxRecordsPerBatch"


#: Little at once between the executor and Python, but not each small trace by itself, which takes as long as a part
#: of its replay; small files are cheap to open beside a replay.
SETTINGS = {
    _TRACES_AT_ONCE: "64",
    "spark.sql.execution.arrow.maxBytesPerBatch": "4194304",
    "spark.sql.files.openCostInBytes": "65536",
}
_DEFAULTS = {
    _TRACES_AT_ONCE: "10000",
    "spark.sql.execution.arrow.maxBytesPerBatch": "2147483647",
    "spark.sql.files.openCostInBytes": "4194304",
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tracetool_spark", description="Replay a fleet of traces on Spark: docs/fleet.md.")
    add = parser.add_argument
    add("traces", nargs="+", help="folders with traces; with --list files with a path a line")
    add("--list", action="store_true", help="the paths are lists of traces that executors can read")
    add("--rows", required=True, help="the folder that rows are written to, as NDJSON")
    add("--clusters", help="the folder that clusters are written to, as NDJSON in one file")
    add("--compression", help="of the rows: gzip, bzip2, lz4, none")
    add("--command", default="tracetool", help="the command, and words before its own")
    add("--partitions", type=int, help="into how many parts the traces are divided")
    add("--mode", action="append", choices=MODES, help="may be repeated; all by default")
    add("--engine")
    add("--fault", action="append", help="a fault to inject into every trace; may be repeated")
    add("--schema", help="the server's new schema: sent along with --files, or a file that executors can read")
    add("--max-trace-bytes", type=int, default=MAX_TRACE_BYTES)
    add("--memory-limit")
    add("--work-limit", type=int)
    add("--answer-seconds", type=float, default=300, help="how long a trace may take")
    return parser
