#!/usr/bin/env python3
"""Applies exported statements to real databases and compares what they make with what is expected.

    apply-statements.py sqlite|postgresql CASES

CASES has a case a line: {"name", "before", "statements", "expected", "tables": [{"name", "unordered": [column]}]},
of which three are SQL. Each case is applied twice, since a second time must change nothing, and before that once where
the tables are not there yet; a case that is `careless` goes on after errors. Prints a line of
JSON for each difference, and at the end `applied N`. Ends with 77 where there is no such database.
"""
import glob
import json
import os
import pwd
import shutil
import sqlite3
import subprocess
import sys
import tempfile

SKIPPED = 77


def normal(value, unordered):
    if isinstance(value, list):
        items = [normal(item, unordered) for item in value]
        return sorted(items, key=lambda item: json.dumps(item, sort_keys=True)) if unordered else items
    if isinstance(value, dict):
        return {key: normal(item, unordered) for key, item in value.items()}
    return value


def rows_text(rows):
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


def numbers(text):
    # Of a fraction the value counts: databases write it in forms of their own.
    return ["fraction", float(text).hex()] if any(mark in text for mark in ".eE") else ["number", text]


def sqlite_value(value, unordered):
    if isinstance(value, bytes):
        return ["bytes", value.hex()]
    if isinstance(value, str) and value[:1] in ("[", "{"):
        try:
            parsed = json.loads(value, parse_float=numbers, parse_int=numbers)
        except ValueError:
            return value
        return normal(parsed, unordered)
    if isinstance(value, float):
        return ["float", value.hex()]
    return value


def makes_tables(script):
    """A script that makes none is first applied before they are there: what finds none is not remembered."""
    return any(line.startswith("CREATE TABLE") and '"tracetool_' not in line for line in script.split("\n"))


def apply_carelessly(database, script):
    """Goes on after errors, as the command `sqlite3` does."""
    statement = ""
    for line in script.split("\n"):
        statement += line + "\n"
        if sqlite3.complete_statement(statement):
            try:
                database.execute(statement).fetchall()
            except sqlite3.Error:
                pass
            statement = ""


def sqlite_dump(scripts, tables, is_careless):
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    if len(scripts) > 1 and not makes_tables(scripts[-1]):
        apply_carelessly(database, scripts[-1])
    for script in scripts:
        if is_careless:
            apply_carelessly(database, script)
        else:
            database.executescript(script)
    dumps = {}
    for table in tables:
        cursor = database.execute('SELECT * FROM "%s"' % table["name"].replace('"', '""'))
        names = [column[0] for column in cursor.description]
        dumps[table["name"]] = rows_text(
            {name: sqlite_value(value, name in table["unordered"]) for name, value in zip(names, row)}
            for row in cursor)
    database.close()
    return dumps


class PostgreSQL:
    def __init__(self):
        self.bin = self.find()
        self.user = pwd.getpwnam(next(
            (name for name in ("postgres", "nobody") if self.has(name)), pwd.getpwuid(os.getuid()).pw_name))
        self.folder = tempfile.mkdtemp(prefix="tracetool-pg-")
        if os.getuid() == 0:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.run("initdb", "-D", self.folder + "/data", "-U", "test", "-E", "UTF8", "--locale=C",
                 "-A", "trust", "--no-sync")
        self.run("pg_ctl", "-D", self.folder + "/data", "-w", "-l", self.folder + "/log", "-o",
                 "-c listen_addresses='' -c fsync=off -c unix_socket_directories=" + self.folder, "start")

    @staticmethod
    def has(name):
        try:
            pwd.getpwnam(name)
            return True
        except KeyError:
            return False

    @staticmethod
    def find():
        for pattern in ("/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql*/bin"):
            for folder in sorted(glob.glob(pattern), reverse=True):
                if os.access(folder + "/initdb", os.X_OK):
                    return folder
        found = shutil.which("initdb")
        if not found:
            print("PostgreSQL is not installed")
            sys.exit(SKIPPED)
        return os.path.dirname(os.path.realpath(found))

    def become(self):
        if os.getuid() == 0:
            os.setgid(self.user.pw_gid)
            os.setuid(self.user.pw_uid)

    def run(self, *words, **more):
        ended = subprocess.run([self.bin + "/" + words[0], *words[1:]], preexec_fn=self.become, cwd="/",
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
        if ended.returncode != 0:
            raise RuntimeError(ended.stderr.decode("utf-8", "replace")[-2000:])
        return ended.stdout

    def sql(self, text, *more, stops="1"):
        # The settings that statements have to hold under, whatever they are.
        head = "SET client_min_messages = error; SET TimeZone = 'Asia/Kathmandu'; "
        return self.run("psql", "-h", self.folder, "-U", "test", "-d", "postgres", "-X", "-q", "-A", "-t",
                        "-v", "ON_ERROR_STOP=" + stops, *more, "-f", "-",
                        input=(head + text).encode("utf-8", "surrogateescape"))

    def dump(self, scripts, tables, is_careless):
        asked = "".join(
            "SELECT 'row', %d, to_jsonb(t) FROM \"%s\" AS t;\n" % (number, table["name"].replace('"', '""'))
            for number, table in enumerate(tables))
        path = "SET search_path = attempt;\n"
        schema = "DROP SCHEMA IF EXISTS attempt CASCADE; CREATE SCHEMA attempt;\n" + path
        early = len(scripts) > 1 and not makes_tables(scripts[-1])
        if early:
            self.sql(schema + scripts[-1], stops="0")
        output = self.sql((path if early else schema) + "\n".join(scripts) + "\n" + asked, "-F", "\t",
                          stops="0" if is_careless else "1").decode("utf-8")
        rows = [[] for _ in tables]
        for line in output.split("\n"):
            # What the statements themselves list stands there too.
            if line.startswith("row\t"):
                _, number, text = line.split("\t", 2)
                row = json.loads(text, parse_float=numbers, parse_int=numbers)
                unordered = tables[int(number)]["unordered"]
                rows[int(number)].append(
                    {name: normal(value, name in unordered) for name, value in row.items()})
        return {table["name"]: rows_text(found) for table, found in zip(tables, rows)}

    def end(self):
        try:
            self.run("pg_ctl", "-D", self.folder + "/data", "-m", "immediate", "stop")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)


def main():
    dialect, path = sys.argv[1:]
    server = PostgreSQL() if dialect == "postgresql" else None
    if not server and sqlite3.sqlite_version_info < (3, 38):
        print("SQLite is older than 3.38")
        sys.exit(SKIPPED)
    dump = server.dump if server else sqlite_dump
    count = 0
    try:
        for line in open(path, encoding="utf-8"):
            case = json.loads(line)
            try:
                found = dump([case["before"], case["statements"], case["statements"]], case["tables"],
                             case.get("careless", False))
                expected = dump([case["expected"]], case["tables"], False)
            except Exception as failure:
                print(json.dumps({"name": case["name"], "error": str(failure)}))
                continue
            count += 1
            for table in case["tables"]:
                mine, theirs = found[table["name"]], expected[table["name"]]
                if mine != theirs:
                    print(json.dumps({
                        "name": case["name"], "table": table["name"],
                        "found": [row for row in mine if row not in theirs][:3],
                        "expected": [row for row in theirs if row not in mine][:3]}))
    finally:
        if server:
            server.end()
    print("applied %d" % count)


main()
