"""Prints the clusters that docs/fleet-clusters.sql makes of rows in DuckDB, a JSON object a line.

    fleet-clusters.py DOCS ROWS.ndjson

Ends with 77 where there is no DuckDB.
"""
import json
import pathlib
import sys

try:
    import duckdb
except ImportError:
    sys.exit(77)

docs, rows = pathlib.Path(sys.argv[1]), sys.argv[2]
connection = duckdb.connect()
# The file's name is the only thing that a user of the script changes in it.
table = (docs / "fleet-duckdb.sql").read_text(encoding="utf-8")
connection.execute(table.replace("'rows.ndjson'", "'" + rows.replace("'", "''") + "'"))
answer = connection.execute((docs / "fleet-clusters.sql").read_text(encoding="utf-8"))
names = [column[0] for column in answer.description]
for values in answer.fetchall():
    print(json.dumps(dict(zip(names, values)), default=int, ensure_ascii=False))
