"""A worker that some traces end: `poisoned.py [--log FOLDER] [--hold FILE] COMMAND…`.

Traces go on to the command, whose rows go to the same output, but for those that say what is to happen:

    poison N        the process ends itself by signal N
    once FILE       the same by SIGKILL, and makes the file, where there is none
    hang            the process does nothing any more
    exit N          the process ends with N

With --log a file for each process tells by which executor it was started. With --hold it waits behind its third trace
until there is a file of that name, and says so in the log.
"""

import json
import os
import pathlib
import signal
import struct
import subprocess
import sys
import time


def frames(stream):
    while head := stream.read(4):
        name = stream.read(struct.unpack(">I", head)[0])
        size = stream.read(8)
        yield head + name + size, stream.read(struct.unpack(">Q", size)[0])


def act(words):
    match words:
        case [b"poison", number]:
            os.kill(os.getpid(), int(number))
        case [b"once", path] if not os.path.exists(path):
            pathlib.Path(os.fsdecode(path)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        case [b"hang"]:
            time.sleep(3600)
        case [b"exit", number]:
            sys.exit(int(number))


def executor():
    """The process of the executor that this process was started for; None outside of Spark."""
    pid = os.getppid()
    while pid > 1:
        if b"CoarseGrainedExecutorBackend" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes():
            return pid
        status = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
        pid = int(status.rpartition(")")[2].split()[1])
    return None


def log(folder, is_held):
    told = {
        "process": os.getpid(), "python": os.getppid(), "executor": executor(), "held": is_held,
    }
    file = pathlib.Path(folder) / str(os.getpid())
    file.with_suffix(".new").write_text(json.dumps(told), encoding="utf-8")
    file.with_suffix(".new").rename(file.with_suffix(".json"))


def main(words):
    options = {}
    while words[0].startswith("--"):
        options[words[0]] = words[1]
        del words[:2]
    if "--log" in options:
        log(options["--log"], is_held=False)
    with subprocess.Popen(words, stdin=subprocess.PIPE) as command:
        for count, (head, trace) in enumerate(frames(sys.stdin.buffer)):
            if count == 3 and "--hold" in options:
                if "--log" in options:
                    log(options["--log"], is_held=True)
                while not os.path.exists(options["--hold"]):
                    time.sleep(0.02)
            act(trace.split())
            command.stdin.write(head + trace)
            command.stdin.flush()
        command.stdin.close()
        return command.wait()


sys.exit(main(sys.argv[1:]))
