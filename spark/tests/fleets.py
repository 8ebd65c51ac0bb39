"""What the tests know of traces and rows."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import zipfile

import pyspark

PROJECT = pathlib.Path(__file__).resolve().parents[2]
TRACETOOL = os.environ.get("TRACETOOL") or str(PROJECT / ".build/release/tracetool")
MODES = ["DiscardLocal", "Recover", "RecoverOrDiscard", "Manual"]


def run(*words, statuses=(0,)) -> str:
    """What the command prints."""
    ended = subprocess.run([TRACETOOL, *map(str, words)], capture_output=True, text=True)
    assert ended.returncode in statuses, ended.stderr
    return ended.stdout


def single(*paths, options=()) -> list[str]:
    """The lines that one machine makes of folders, lists and traces."""
    return lines(run("fleet", *paths, *options, statuses=(0, 3, 65)))


def lines(text: str) -> list[str]:
    """Not `splitlines`, for which a line ends at what may stand in a name."""
    return text.removesuffix("\n").split("\n")


def poisoned(*options) -> tuple[str, ...]:
    """The command behind a worker that some traces end."""
    return (sys.executable, str(PROJECT / "spark/tests/poisoned.py"), *map(str, options), TRACETOOL)


def make(folder: pathlib.Path) -> pathlib.Path:
    """A folder as users have it: sessions, captures, some that are damaged or none, and what is no input."""
    scenarios = sorted((PROJECT / "traces/scenarios").glob("*.json"))
    assert len(scenarios) > 150
    for index, scenario in enumerate(scenarios):
        name = folder / f"{index % 7} by hand" / scenario.with_suffix(".synctrace").name
        name.parent.mkdir(parents=True, exist_ok=True)
        run("import", "scenario", scenario, "--quiet", "-o", name)
    for trace in (PROJECT / "traces").glob("*.synctrace"):
        shutil.copy(trace, folder)
    (folder / "ö").mkdir()
    captures = sorted((PROJECT / "Tests/Vectors/wire").glob("*.ndjson"))
    assert len(captures) > 3
    for capture in captures:
        shutil.copy(capture, folder / "ö")
    demo = (PROJECT / "traces/field-inspections.synctrace").read_bytes()
    for name, content in {
        "cut.synctrace": demo[: len(demo) * 2 // 3], "none.synctrace": b"nonsense",
        "100%25 + #1? [a] {b}.synctrace": demo,
        "rows.ndjson": b'{"schema":1,"trace":"x"}\n', "notes.txt": b"no trace",
        ".hidden.synctrace": demo,
    }.items():
        (folder / name).write_bytes(content)
    return folder


def pruned(value):
    """A row of a table as it is written: what is null is no member."""
    if isinstance(value, dict):
        return {name: pruned(of) for name, of in value.items() if of is not None}
    return [pruned(of) for of in value] if isinstance(value, list) else value


def spark_home(folder: pathlib.Path) -> pathlib.Path:
    """A folder for Spark to be at home in, where it keeps what each executor was sent, and no other test's."""
    for entry in pathlib.Path(pyspark.__file__).parent.iterdir():
        if entry.name != "work":
            (folder / entry.name).symlink_to(entry)
    os.environ |= {
        "SPARK_HOME": str(folder), "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable,
    }
    return folder


def zipped(folder: pathlib.Path) -> pathlib.Path:
    """The package as docs/fleet.md makes it for `--py-files`."""
    path = folder / "tracetool_spark.zip"
    subprocess.run(
        [sys.executable, "-m", "zipfile", "-c", path, "spark/src/tracetool_spark"],
        cwd=PROJECT, check=True)
    with zipfile.ZipFile(path) as archive:
        assert "tracetool_spark/fleet.py" in archive.namelist()
    return path


def cluster(told: dict) -> dict:
    """A cluster of `fleet report` as the query has it."""
    trigger, harm, best = told["trigger"], told["harm"], told["best"]
    costs = {cost["mode"]: cost["cost"] for cost in best["costs"]} if best["traces"] else {}
    return {
        "cluster": told["cluster"], "mode": told["mode"], "action": trigger["action"],
        "error": trigger["error"], "error_name": trigger["name"], "rule": told.get("rule"),
        "class": told["class"], "property": told.get("property"),
        "schema_change": told.get("schemaChange"), "users": told["users"],
        "traces": told["traces"], "gap_traces": told["tracesWithGaps"], "lost": harm["lost"],
        "stranded": harm["stranded"], "overwritten": harm["overwritten"],
        "doubled": harm["doubled"], "acknowledged_lost": harm["acknowledgedLost"],
        "harm": sum(harm.values()), "compared": best["traces"],
        "cost_discard": costs.get("DiscardLocal"), "cost_recover": costs.get("Recover"),
        "cost_recover_or_discard": costs.get("RecoverOrDiscard"),
        "cost_manual": costs.get("Manual"), "representative": told["representative"]["trace"],
    }


def reported(*rows) -> list[dict]:
    """The clusters of `fleet report` on files of rows."""
    report = json.loads(run("fleet", "report", *rows, "--format", "json"))
    return [cluster(told) for told in report["clusters"]]
