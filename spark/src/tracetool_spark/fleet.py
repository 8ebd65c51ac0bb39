"""Traces in a DataFrame, and the rows of `tracetool fleet` on them."""

import dataclasses
import os
from collections.abc import Iterable, Iterator, Sequence

import pandas
from pyspark import SparkFiles
from pyspark.sql import DataFrame, SparkSession, functions

from tracetool_spark import failures
from tracetool_spark.schema import MODES, row_type
from tracetool_spark.worker import Worker

#: What `tracetool fleet` takes by itself.
MAX_TRACE_BYTES = 256 << 20
#: How much text of rows is handed to Spark at once.
_BATCH_SIZE = 1 << 20


@dataclasses.dataclass(frozen=True)
class Fleet:
    """How traces are replayed: the options of `tracetool fleet` that a worker has.

    `command` is `tracetool`, and what stands before its own words, such as a wrapper. A name without a slash is looked
    for among the files that were sent along (`spark-submit --files`), then on the executor's PATH. `modes` are named
    as in rows; the command sorts them. `faults` and `schema` are what `--fault` and `--schema` take; the schema's file
    is looked for as the command is. What is None is left to the command.

    `answer_seconds` is how long one trace may take. One that takes longer, or ends its process, is tried once more in
    another process, and then costs a row of the kind `crashed`.
    """

    command: Sequence[str] = ("tracetool",)
    modes: Sequence[str] = MODES
    engine: str | None = None
    faults: Sequence[str] = ()
    schema: str | None = None
    max_trace_bytes: int = MAX_TRACE_BYTES
    memory_limit: str | None = None
    work_limit: int | None = None
    answer_seconds: float = 300

    def __post_init__(self):
        unknown = [mode for mode in self.modes if mode not in MODES]
        if unknown or not self.modes:
            raise ValueError(f"modes are some of {', '.join(MODES)}, and not {unknown or 'none'}")
        if isinstance(self.command, str):
            raise ValueError("the command is a list of words")

    def lines(self, traces: DataFrame) -> DataFrame:
        """The rows as they are written, lines of JSON in the column `row`, in no order.

        `traces` has the column `trace`: the name that rows have. Without a column `content` it is the path of a file
        that each executor can read. A row whose content is null and whose `bytes` is not was left out for its size.
        """
        names = [name for name in ("trace", "content", "bytes") if name in traces.columns]
        return traces.select(*names).mapInPandas(self._batches, "row string")

    def rows(self, traces: DataFrame) -> DataFrame:
        """The rows as a table (`row_type`), in no order."""
        return table(self.lines(traces))

    def words(self) -> list[str]:
        """The command line of a worker."""
        words = [_sent(self.command[0]), *self.command[1:], "fleet", "run", "-", "--worker"]
        for mode in self.modes:
            words += ["--mode", mode]
        for fault in self.faults:
            words += ["--fault", fault]
        words += ["--max-trace-bytes", str(self.max_trace_bytes)]
        options = {
            "--engine": self.engine, "--memory-limit": self.memory_limit,
            "--work-limit": self.work_limit, "--schema": self.schema and _sent(self.schema),
        }
        for option, value in options.items():
            if value is not None:
                words += [option, str(value)]
        return words

    def _batches(self, batches: Iterable[pandas.DataFrame]) -> Iterator[pandas.DataFrame]:
        """One process for all batches of a partition."""
        held, size = [], 0
        with Worker(self.words(), self.modes, self.answer_seconds) as worker:
            for batch in batches:
                for trace in batch.to_dict("records"):
                    lines = self._answer(worker, trace)
                    held += lines
                    size += sum(map(len, lines))
                    if size >= _BATCH_SIZE:
                        yield pandas.DataFrame({"row": held})
                        held, size = [], 0
        if held:
            yield pandas.DataFrame({"row": held})

    def _answer(self, worker: Worker, trace: dict) -> list[str]:
        name, content, size = trace["trace"], trace.get("content"), trace.get("bytes")
        if content is None:
            # Where some rows have a size and others none, pandas has numbers with NaN among them.
            if size is not None and size == size:
                if size <= self.max_trace_bytes:
                    raise ValueError(
                        f"`{name}` was left out with {int(size)} bytes, and the fleet takes "
                        f"{self.max_trace_bytes}: `max_trace_bytes` must be the same for both")
                return [failures.too_large(name, int(size), self.max_trace_bytes)]
            try:
                content = failures.read(name, self.max_trace_bytes)
            except failures.Refused as refused:
                return [refused.row]
        return worker.rows(name, content)


def table(lines: DataFrame) -> DataFrame:
    """Lines of rows as a table; fails on a line that is none."""
    row = functions.from_json("row", row_type(), {"mode": "FAILFAST"})
    # Not `select("row.*")`, for which each column would read the line anew.
    return lines.select(functions.inline(functions.array(row)))


def read_rows(spark: SparkSession, paths: str | list[str]) -> DataFrame:
    """The table of files of rows, whoever wrote them."""
    return spark.read.schema(row_type()).json(paths, mode="FAILFAST")


def _sent(word: str) -> str:
    if os.sep in word:
        return word
    path = SparkFiles.get(word)
    return path if os.path.isfile(path) else word
