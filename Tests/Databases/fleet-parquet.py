"""Prints what DuckDB counts in rows that it reads as they are, and once more in what docs/fleet-parquet.sql makes of them.

    fleet-parquet.py DOCS ROWS.ndjson OUT.parquet

One JSON object a line: where they were read from, how many rows there are, how many of them tell of a failure, and for each mode
what is lost. Ends with 77 where there is no DuckDB.
"""
import json
import pathlib
import sys

try:
    import duckdb
except ImportError:
    sys.exit(77)


def quoted(path: str) -> str:
    return "'" + path.replace("'", "''") + "'"


docs, rows, parquet = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
connection = duckdb.connect()
script = (docs / "fleet-parquet.sql").read_text(encoding="utf-8")
for name, path in (("'rows.ndjson'", rows), ("'rows.parquet'", parquet)):
    assert name in script
    script = script.replace(name, quoted(path))
connection.execute(script)
for name, table in (("ndjson", f"read_json_auto({quoted(rows)})"), ("parquet", f"read_parquet({quoted(parquet)})")):
    count, failed = connection.execute(f"SELECT count(*), count(error) FROM {table}").fetchall()[0]
    lost = connection.execute(
        f"SELECT mode, sum(r.harm.lost) FROM (SELECT mode, unnest(resets) AS r FROM {table}) GROUP BY mode ORDER BY mode"
    ).fetchall()
    print(json.dumps({"table": name, "rows": count, "failed": failed, "lost": dict(lost)}, default=int))
