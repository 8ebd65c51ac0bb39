import json
import os
import signal
import threading
import time

import fleets
import pytest
from tracetool_spark import Fleet, traces_in

#: Long enough for the slowest machine; nothing waits for it that does not fail.
PATIENCE_SECONDS = 120


def wait(for_what):
    """Waits until there is something, and gives it."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not (found := for_what()):
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.05)
    return found


def started(log):
    return [json.loads(path.read_text(encoding="utf-8")) for path in log.glob("*.json")]


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("victim", ["executor", "python", "process"])
def test_the_result_is_whole_when_one_is_killed(spark, traces, single, tmp_path, victim):
    """An executor, its Python or the command itself, by SIGKILL while each of the two has some traces behind it."""
    hold = tmp_path / "go"
    fleet = Fleet(command=fleets.poisoned("--log", tmp_path, "--hold", hold))
    told = []
    job = threading.Thread(
        target=lambda: told.extend(
            row["row"] for row in fleet.lines(traces_in(spark, str(traces)).repartition(4)).collect()))
    job.start()
    try:
        held = wait(lambda: [p for p in started(tmp_path) if p["held"]][1:] and started(tmp_path))
        assert len({process["executor"] for process in held} - {None}) == 2
        os.kill(held[0][victim], signal.SIGKILL)
        wait(lambda: not is_running(held[0][victim]))
        # What was lost is begun again before the rest goes on.
        wait(lambda: len(started(tmp_path)) > 2)
    finally:
        hold.touch()
    job.join(PATIENCE_SECONDS)
    assert not job.is_alive()
    assert sorted(told) == sorted(single)
    # A process for each partition, and at least one more: with an executor goes all that it had not handed on.
    processes = started(tmp_path)
    assert len(processes) > 4
    executors = {process["executor"] for process in processes}
    assert len(executors) == (3 if victim == "executor" else 2)
