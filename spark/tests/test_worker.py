import json
import signal

import fleets
import pytest
from tracetool_spark import failures, process
from tracetool_spark.fleet import Fleet
from tracetool_spark.worker import Worker, WorkerFailure

DEMO = (fleets.PROJECT / "traces/field-inspections.synctrace").read_bytes()
OTHER = (fleets.PROJECT / "traces/three-clients.synctrace").read_bytes()


def worker(command=(fleets.TRACETOOL,), seconds=60, **options) -> Worker:
    fleet = Fleet(command=command, answer_seconds=seconds, **options)
    return Worker(fleet.words(), fleet.modes, fleet.answer_seconds)


def modes(lines):
    return [json.loads(line).get("mode") for line in lines]


@pytest.fixture
def demo(tmp_path):
    """The rows of one machine on the two traces."""
    paths = []
    for name, trace in (("a", DEMO), ("b", OTHER)):
        paths.append(tmp_path / name)
        paths[-1].write_bytes(trace)
    lines = fleets.single(*paths)
    assert len(lines) == 8
    return str(paths[0]), lines[:4], str(paths[1]), lines[4:]


def test_rows_are_those_of_the_command(demo):
    first, first_rows, second, second_rows = demo
    with worker() as of:
        for _ in range(3):
            assert of.rows(first, DEMO) == first_rows
            assert of.rows(second, OTHER) == second_rows


def test_names_may_be_anything():
    names = ["", "a\nb", "ö\u202e", '"a"', "x" * 65_536, ',"engine":', '\\",\\"engine\\":']
    with worker() as of:
        for name in names:
            rows = of.rows(name, DEMO)
            assert modes(rows) == fleets.MODES
            if not name.startswith('"'):
                assert json.loads(rows[3])["trace"] == name


@pytest.mark.parametrize("chosen", [["Manual"], ["Manual", "DiscardLocal"]])
def test_modes_are_those_that_were_asked_for(chosen):
    with worker(modes=chosen) as of:
        for _ in range(2):
            assert modes(of.rows("a", DEMO)) == sorted(chosen)
            assert modes(of.rows("b", b"nonsense")) == [None]


def test_a_trace_larger_than_a_pipe_is_given_whole():
    large = b"\0" * (5 << 20)
    with worker(max_trace_bytes=5 << 20) as of:
        row = json.loads(of.rows("a", large)[0])
        assert (row["bytes"], row["error"]["kind"]) == (5 << 20, "invalid")
        row = json.loads(of.rows("a", large + b"\0")[0])
        assert (row["bytes"], row["error"]["kind"]) == ((5 << 20) + 1, "tooLarge")
        assert modes(of.rows("b", DEMO)) == fleets.MODES


def test_a_trace_that_ends_the_process_costs_one_row(demo):
    first, first_rows, second, second_rows = demo
    with worker(fleets.poisoned()) as of:
        for number in (signal.SIGSEGV, signal.SIGILL, signal.SIGKILL):
            assert of.rows(first, DEMO) == first_rows
            (line,) = of.rows("bad", b"poison %d" % number)
            row = json.loads(line)
            assert row["error"]["kind"] == "crashed"
            assert row["error"]["exit"] == 128 + number
            assert row["bytes"] == len(b"poison %d" % number)
            assert of.rows(second, OTHER) == second_rows


def test_the_row_of_a_crash_is_the_one_that_the_command_reads():
    path = fleets.PROJECT / "Tests/Vectors/fleet/crashed.ndjson"
    message = f"it ended the process by {failures.signal_name(signal.SIGSEGV)}"
    line = failures.crashed("traces/poison.synctrace", b"poison", message, signal.SIGSEGV)
    assert line + "\n" == path.read_text(encoding="utf-8")


def test_a_trace_that_is_never_answered_costs_one_row(demo):
    first, first_rows, _, _ = demo
    with worker(fleets.poisoned()) as of:
        assert of.rows(first, DEMO) == first_rows
        of._seconds = 1
        (line,) = of.rows("bad", b"hang")
        assert json.loads(line)["error"] == {
            "kind": "crashed", "message": "no answer in 1 seconds", "exit": 137,
        }
        # More than a pipe holds, to a process that reads nothing.
        (line,) = of.rows("bad", b"hang" + b" " * (1 << 20))
        assert json.loads(line)["bytes"] == 4 + (1 << 20)
        of._seconds = 60
        assert of.rows(first, DEMO) == first_rows


def test_a_process_that_others_end_costs_nothing(demo, tmp_path):
    first, first_rows, _, _ = demo
    with worker(fleets.poisoned()) as of:
        assert of.rows(first, DEMO) == first_rows
        once = b"once %s" % bytes(tmp_path / "flag")
        assert json.loads(of.rows("x", once)[0])["error"]["kind"] == "invalid"
        assert (tmp_path / "flag").exists()
        of._process._process.kill()
        of._process._process.wait()
        assert of.rows(first, DEMO) == first_rows


@pytest.mark.parametrize("command", [
    ("/bin/true",), ("/bin/false",), ("/bin/sh", "-c", "echo nonsense; cat >&2"),
    ("/bin/sh", "-c", 'echo \'{"schema":2}\'; cat >&2'), (fleets.TRACETOOL, "--nonsense"),
    ("/bin/sh", "-c", 'echo \'{"schema":1,"mode":"Manual"}\'; cat >&2'),
    ("/bin/sh", "-c", 'echo \'{"schema":1}\'; exec sleep 9'),
])
def test_a_command_that_is_no_worker_is_no_fault_of_a_trace(command):
    with pytest.raises(WorkerFailure), worker(command) as of:
        of.rows("a", DEMO * 100)


def test_a_worker_that_ends_itself_is_told():
    with pytest.raises(WorkerFailure, match="ended with 70;"), worker(fleets.poisoned()) as of:
        of.rows("a", b"exit 70")
    with pytest.raises(FileNotFoundError), worker(("/no/such/command",)) as of:
        of.rows("a", DEMO)
    with pytest.raises(WorkerFailure, match="ended with 3 behind its last trace"):
        with worker(("/bin/sh", "-c", '"$0" "$@"; exit 3', fleets.TRACETOOL)) as of:
            of.rows("a", DEMO)


def test_a_worker_that_does_not_end_is_ended(monkeypatch):
    monkeypatch.setattr(process, "_END_SECONDS", 0.2)
    with pytest.raises(WorkerFailure, match="does not end with its input"):
        with worker(("/bin/sh", "-c", '"$0" "$@"; exec sleep 3600', fleets.TRACETOOL)) as of:
            assert modes(of.rows("a", DEMO)) == fleets.MODES
            running = of._process._process
    assert running.returncode == -signal.SIGKILL


def test_a_process_is_ended_with_its_worker():
    with worker(fleets.poisoned()) as of:
        of.rows("a", DEMO)
        running = of._process._process
    assert running.returncode == 0
    with pytest.raises(KeyboardInterrupt), worker(fleets.poisoned()) as of:
        of.rows("a", DEMO)
        running = of._process._process
        raise KeyboardInterrupt
    assert running.returncode == -signal.SIGKILL


def test_files_that_are_not_read_have_the_rows_of_the_command(tmp_path):
    (tmp_path / "large").write_bytes(b"12345")
    (tmp_path / "small").write_bytes(b"1234")
    (tmp_path / "file").write_bytes(b"")
    paths = [str(tmp_path / name) for name in ("none", "large", ".", "file/x", "x" * 300, "ö")]
    (tmp_path / "list").write_text("".join(f"{path}\n" for path in paths), encoding="utf-8")
    rows = []
    for path in paths:
        with pytest.raises(failures.Refused) as refused:
            failures.read(path, 4)
        rows.append(refused.value.row)
    assert rows == fleets.single(tmp_path / "list", options=("--max-trace-bytes", "4"))
    assert failures.read(str(tmp_path / "small"), 4) == b"1234"


def test_a_trace_that_was_left_out_for_another_limit_is_a_mistake():
    left_out = {"trace": "a", "content": None, "bytes": 9}
    assert "9 bytes, at most 8" in Fleet(max_trace_bytes=8)._answer(None, left_out)[0]
    with pytest.raises(ValueError, match="must be the same"):
        Fleet(max_trace_bytes=9)._answer(None, left_out)


def test_modes_are_checked_and_a_command_is_no_text():
    for options in ({"modes": ()}, {"modes": ("manual",)}, {"command": "tracetool"}):
        with pytest.raises(ValueError):
            Fleet(**options)
