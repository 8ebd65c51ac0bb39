"""Error rows that the command cannot write itself: the same as its own (docs/fleet.md, "Errors")."""

import errno
import hashlib
import json
import os
import signal
import stat

from tracetool_spark.schema import VERSION

#: Reading failed on the way; any other refusal counts as a file that is not there.
_UNREADABLE = {errno.EIO, errno.ENOMEM, errno.ENOSPC, errno.EBADF, errno.EMFILE, errno.ENFILE}


class Refused(Exception):
    """A file that is not read, with the row that says why."""

    def __init__(self, row: str):
        super().__init__(row)
        self.row = row


def read(path: str, size_max: int) -> bytes:
    """The bytes of an ordinary file, or a few more than there may be of one that has grown.

    Raises Refused where there is none, or where it is too large.
    """
    operation = "open"
    try:
        status = os.stat(path)
        operation = "read"
        if not stat.S_ISREG(status.st_mode):
            raise Refused(_missing(path, operation, "It is not a regular file"))
        if status.st_size > size_max:
            raise Refused(too_large(path, status.st_size, size_max))
        operation = "open"
        with open(path, "rb") as file:
            operation = "read"
            # Not more at once: Python takes memory for all that it is asked to read.
            content = file.read(status.st_size + 1)
            has_grown = len(content) > status.st_size
            return content + file.read(size_max - status.st_size) if has_grown else content
    except OSError as error:
        reason = os.strerror(error.errno)
        if error.errno in _UNREADABLE:
            raise Refused(_row(path, "unreadable", f"cannot {operation} it: {reason}", 74)) from None
        raise Refused(_missing(path, operation, reason)) from None


def too_large(name: str, size: int, size_max: int) -> str:
    """The row of a trace that was not read, because it has too many bytes."""
    message = f"it has {size} bytes, at most {size_max} are allowed"
    return _row(name, "tooLarge", message, 65, {"bytes": size})


def crashed(name: str, trace: bytes, message: str, number: int) -> str:
    """The row of a trace that ended the process which had it in work, by a signal."""
    known = {"sha256": hashlib.sha256(trace).hexdigest(), "bytes": len(trace)}
    return _row(name, "crashed", message, 128 + number, known)


def signal_name(number: int) -> str:
    """Such as `signal 11 (SIGSEGV)`."""
    try:
        return f"signal {number} ({signal.Signals(number).name})"
    except ValueError:
        return f"signal {number}"


def _missing(path: str, operation: str, reason: str) -> str:
    return _row(path, "missing", f"cannot {operation} it: {reason}", 66)


def _row(name: str, kind: str, message: str, exit_code: int, known: dict | None = None) -> str:
    error = {"kind": kind, "message": message, "exit": exit_code}
    row = {"schema": VERSION, "trace": name, **(known or {}), "error": error}
    # As the command writes it; what would not be seen has numbers there too.
    return json.dumps(row, separators=(",", ":"), ensure_ascii=not name.isprintable())
