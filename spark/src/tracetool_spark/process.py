"""One process that takes traces on its standard input (docs/fleet.md, "Workers")."""

import os
import selectors
import struct
import subprocess
import time
from collections.abc import Iterator, Sequence

_READ_SIZE = 1 << 16
#: How long a process may take to end that has closed its output.
_END_SECONDS = 10


class Ended(Exception):
    """The process has ended in the middle of an answer; `status` is negative for a signal."""

    def __init__(self, status: int):
        super().__init__(status)
        self.status = status


class NoAnswer(Exception):
    """The process did not answer in time."""


class Process:
    """A process, and a conversation with it that never waits longer than it is told to."""

    def __init__(self, words: Sequence[str]):
        self._process = subprocess.Popen(
            words, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._input = self._process.stdin.fileno()
        self._output = self._process.stdout.fileno()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._output, selectors.EVENT_READ)
        for descriptor in (self._input, self._output):
            os.set_blocking(descriptor, False)
        self._unsent: list[memoryview] = []
        self._received = bytearray()
        self._searched = 0

    def send(self, name: bytes, trace: bytes) -> None:
        """Gives it a trace; what it does not take at once is written while its answer is read."""
        head = struct.pack(">I", len(name)) + name + struct.pack(">Q", len(trace))
        # A small one at once: each write wakes the process.
        parts = [head + trace] if len(trace) <= _READ_SIZE else [head, trace]
        self._unsent = [memoryview(part) for part in parts]
        if self._write():
            self._selector.register(self._input, selectors.EVENT_WRITE)

    @property
    def has_taken_all(self) -> bool:
        """Whether it has read what was sent."""
        return not self._unsent

    def lines(self, seconds: float) -> Iterator[bytes]:
        """The lines that it writes, without their line feeds; whoever reads them knows how many to wait for.

        Raises Ended or NoAnswer where no further line comes.
        """
        deadline = time.monotonic() + seconds
        while True:
            end = self._received.find(b"\n", self._searched)
            if end >= 0:
                line = bytes(self._received[:end])
                del self._received[: end + 1]
                self._searched = 0
                yield line
            else:
                self._searched = len(self._received)
                self._move_bytes(deadline)

    def _move_bytes(self, deadline: float) -> None:
        ready = self._selector.select(max(deadline - time.monotonic(), 0))
        if not ready:
            raise NoAnswer
        for key, _ in ready:
            if key.fd != self._input:
                self._read()
            elif not self._write():
                self._selector.unregister(self._input)

    def _write(self) -> bool:
        """Writes what the process takes; whether there is more that it may take."""
        try:
            size = os.write(self._input, self._unsent[0])
        except BlockingIOError:
            return True
        except BrokenPipeError:
            # Why, the end of its output will tell; the trace stays unsent.
            return False
        self._unsent[0] = self._unsent[0][size:]
        if not self._unsent[0]:
            del self._unsent[0]
        return bool(self._unsent)

    def _read(self) -> None:
        part = os.read(self._output, _READ_SIZE)
        if not part:
            raise Ended(self._wait())
        self._received += part

    def finish(self) -> int:
        """Ends its input, and waits for its end; gives its status."""
        self._process.stdin.close()
        return self._wait()

    def kill(self) -> None:
        """Ends it, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        self._close()

    def _wait(self) -> int:
        try:
            return self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            raise NoAnswer from None
        finally:
            self._close()

    def _close(self) -> None:
        self._selector.close()
        for pipe in (self._process.stdin, self._process.stdout):
            pipe.close()
