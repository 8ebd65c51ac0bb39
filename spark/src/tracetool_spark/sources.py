"""Where the traces of a fleet come from."""

from collections.abc import Iterable

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql.functions import col, explode, lit, regexp_replace, substring
from tracetool_spark.fleet import MAX_TRACE_BYTES

#: The endings that `tracetool fleet` looks for in folders.
_NAMES = "{*.synctrace,*.ndjson,*.ndjson.zst}"


def traces_in(
    spark: SparkSession, folders: str | list[str], max_trace_bytes: int = MAX_TRACE_BYTES
) -> DataFrame:
    """The traces in folders of any file system that Spark reads, and in the folders inside.

    They have the names under which `tracetool fleet` finds them where the folder is named from the root; those of
    other file systems have their whole address. The bytes of files that are too large are never read.
    """
    files = (
        spark.read.format("binaryFile").option("recursiveFileLookup", True)
        .option("pathGlobFilter", _NAMES).load(folders)
    )
    name = regexp_replace(col("path"), "^file:/+", "/").alias("trace")
    small = files.where(col("length") <= max_trace_bytes).where(~_are_rows())
    large = files.where(col("length") > max_trace_bytes)
    return small.select(name, "content", col("length").alias("bytes")).unionAll(
        large.select(name, lit(None).cast("binary"), "length"))


def _are_rows() -> Column:
    """Files of rows are no captures, though they have their ending."""
    begins = substring(col("content"), 1, 10) == lit(b'{"schema":')
    return begins & ~col("path").endswith(".synctrace")


def traces_listed(
    spark: SparkSession, lists: str | list[str], partitions: int | None = None
) -> DataFrame:
    """The traces whose paths are the lines of files; each executor must be able to read them under these paths.

    Each of the partitions has a process of its own.
    """
    lines = spark.read.option("lineSep", "\n").text(lists)
    names = lines.select(regexp_replace("value", "\r$", "").alias("trace"))
    return names.where(col("trace") != "").repartition(_count(spark, partitions))


def traces_at(
    spark: SparkSession, paths: Iterable[str], partitions: int | None = None
) -> DataFrame:
    """The traces of these paths, which each executor must be able to read.

    Each of the partitions has a process of its own, and takes its part of the paths in their order.
    """
    paths, count = list(paths), _count(spark, partitions)
    ends = [len(paths) * part // count for part in range(count + 1)]
    # One row for each part: Python hands rows on one by one, and Spark takes them apart faster.
    parts = [(paths[start:end],) for start, end in zip(ends, ends[1:])]
    rows = spark.createDataFrame(
        spark.sparkContext.parallelize(parts, count), "traces array<string>", verifySchema=False)
    return rows.select(explode("traces").alias("trace"))


def _count(spark: SparkSession, partitions: int | None) -> int:
    return partitions or spark.sparkContext.defaultParallelism
