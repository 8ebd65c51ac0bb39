"""The rows of one trace after the other, whatever a trace does to the process that replays it."""

import json
from collections.abc import Sequence

from tracetool_spark import failures
from tracetool_spark.process import Ended, NoAnswer, Process
from tracetool_spark.schema import MODES, VERSION


class WorkerFailure(Exception):
    """A worker that cannot be used: none of its traces is to blame."""


class Worker:
    """A process, and another one where a trace has ended it.

    A process may also be ended by others, such as a machine that is short of memory. So a trace that ended one is
    given to a new one once; what ends that too costs the row of a crash.
    """

    def __init__(
        self, words: Sequence[str], modes: Sequence[str] = MODES, answer_seconds: float = 300
    ):
        self._words = list(words)
        self._modes = [mode for mode in MODES if mode in modes]
        self._seconds = answer_seconds
        self._process: Process | None = None

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, kind, _value, _trace) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if kind is not None:
            process.kill()
            return
        try:
            status = process.finish()
        except NoAnswer:
            process.kill()
            raise self._failure("does not end with its input") from None
        if status != 0:
            raise self._failure(f"ended with {status} behind its last trace")

    def rows(self, name: str, trace: bytes) -> list[str]:
        """The rows of a trace as lines of JSON: one a mode, or one that says why there are none."""
        for is_last in (False, True):
            try:
                return self._answer(name, trace)
            except NoAnswer:
                self._kill()
                message, number = f"no answer in {self._seconds:g} seconds", 9
            except Ended as end:
                self._process = None
                number = self._signal(end.status)
                message = f"it ended the process by {failures.signal_name(number)}"
            if is_last:
                return [failures.crashed(name, trace, message, number)]
        raise AssertionError("a trace has two tries")

    def _answer(self, name: str, trace: bytes) -> list[str]:
        if self._process is None:
            self._process = Process(self._words)
        process = self._process
        process.send(name.encode("utf-8"), trace)
        lines: list[str] = []
        modes: list[str | None] = []
        # A trace has a row for each mode in their order, or one without a mode.
        for line in process.lines(self._seconds):
            modes.append(self._mode(line))
            lines.append(line.decode("utf-8"))
            if modes == [None] or modes == self._modes:
                break
            if modes != self._modes[: len(modes)]:
                raise self._failure(f"answered with rows of the modes {modes}")
        if not process.has_taken_all:
            raise self._failure("answered before it had read the trace")
        return lines

    def _mode(self, line: bytes) -> str | None:
        # What follows on the engine is long, and none of it says whether the answer is whole. No text has these
        # bytes in it: a quotation mark in a text has a backslash before it.
        end = line.find(b',"engine":')
        try:
            row = json.loads(line if end < 0 else line[:end] + b"}")
            version, mode = row["schema"], row.get("mode")
        except (ValueError, KeyError, AttributeError, TypeError):
            raise self._failure("wrote a line that is not a row") from None
        if version != VERSION:
            raise self._failure(f"writes version {version} of rows, and not {VERSION}")
        return mode

    def _signal(self, status: int) -> int:
        """The signal that ended a process, or a process that a script had started."""
        if status < 0:
            return -status
        if status > 128:
            return status - 128
        raise self._failure(f"ended with {status}; the executor's log has its message")

    def _kill(self) -> None:
        process, self._process = self._process, None
        process.kill()

    def _failure(self, words: str) -> WorkerFailure:
        return WorkerFailure(f"`{' '.join(self._words)}` {words}")
