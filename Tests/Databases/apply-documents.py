#!/usr/bin/env python3
"""Applies exported documents as a program would that knows docs/export.md and nothing else of their maker.

    apply-documents.py ndjson|crud|csv CASES

CASES has a case a line: {"name", "before", "export", "expected"}: two states in canonical JSON (docs/conformance.md) and
an export, for csv {CLASS: text of the file}. Each export is applied twice, as somebody does after an error: keys
that were applied are passed over. Prints a line of JSON for each difference, for each object that was not there
({"name", "missing"}), and at the end `applied N`.
"""
import base64
import csv
import datetime
import io
import json
import struct
import sys

csv.field_size_limit(sys.maxsize)


class Number(str):
    """A number of JSON with all its digits."""


def parse(text):
    return json.loads(text, parse_int=Number, parse_float=Number)


def show(value):
    return json.dumps(value, sort_keys=True)


# Names and keys


def member_name(value):
    """A name that stands as a value, as the name of a member."""
    return "$string:" + value["$string"] if isinstance(value, dict) else value


class Refused(Exception):
    pass


class Database:
    """Objects in canonical form, by class and by the text of their key."""

    def __init__(self, state, schema):
        self.schema = schema["classes"]
        self.objects = {name: {} for name in self.schema}
        self.fresh = set()
        self.applied = set()
        self.missing = []
        for name, stored in state["classes"].items():
            if name not in self.schema:
                continue
            for found in stored.get("objects", []):
                key = found[member_name(stored["primaryKey"])]
                whole = self.new(name)
                whole.update({k: v for k, v in found.items() if k in whole})
                self.objects[name][show(key)] = whole

    def properties(self, name):
        return self.schema[name]["properties"]

    def is_embedded(self, prop):
        target = prop.get("target")
        return target is not None and self.schema[member_name(target)]["kind"] == "embedded"

    def new(self, name):
        return {k: self.initial(p) for k, p in self.properties(name).items()}

    def initial(self, prop):
        kind = prop.get("collection")
        if kind == "list":
            return []
        if kind in ("set", "dictionary"):
            return {"$" + kind: [] if kind == "set" else {}}
        if prop.get("optional") or prop["type"] in ("mixed", "link"):
            return None
        return {
            "int": {"$int": "0"}, "bool": False, "string": "", "data": {"$binary": ""},
            "date": {"$timestamp": ["0", Number("0")]}, "float": {"$float": "00000000"},
            "double": {"$double": "0" * 16}, "decimal128": {"$decimal": "0"},
            "objectId": {"$oid": "0" * 24}, "uuid": {"$uuid": "00000000-0000-0000-0000-000000000000"},
        }[prop["type"]]

    # Objects

    def create(self, name, key):
        if show(key) not in self.objects[name]:
            self.objects[name][show(key)] = self.new(name)
            self.objects[name][show(key)][member_name(self.schema[name]["primaryKey"])] = key
            self.fresh.add((name, show(key)))

    def find(self, name, key, operation):
        found = self.objects[name].get(show(key))
        if found is None:
            self.missing.append([operation, name, key])
        return found

    def delete(self, name, key):
        if self.find(name, key, "delete") is not None:
            del self.objects[name][show(key)]

    # Operations as they are

    def operate(self, it):
        name, operation = member_name(it["class"]), it["operation"]
        kind = operation if isinstance(operation, str) else next(iter(operation))
        if kind in ("addClass", "addProperty"):
            if kind == "addProperty" and it["definition"]["type"] != self.properties(name)[member_name(it["property"])]["type"]:
                raise Refused("another type: " + show(it))
            return
        if kind in ("removeClass", "removeProperty"):
            return
        key = it["object"]
        if kind == "create":
            return self.create(name, key)
        if kind == "delete":
            return self.delete(name, key)
        found = self.find(name, key, "update")
        if found is None:
            return
        prop = member_name(it["property"])
        Place(self, found, self.properties(name)[prop], prop, it.get("path", [])).change(
            kind, operation[kind] if isinstance(operation, dict) else None, it.get("clearsTo"),
            (name, show(key)) in self.fresh)

    def state(self):
        return {name: {key: self.seen(found, name) for key, found in objects.items()}
                for name, objects in self.objects.items() if self.schema[name]["kind"] == "topLevel"}

    # As the canonical form shows values

    def seen(self, found, name):
        return {k: self.seen_value(v, self.properties(name)[k]) for k, v in found.items()}

    def seen_value(self, value, prop=None):
        if isinstance(value, list):
            return [self.seen_value(v, self.element(prop)) for v in self.shown(value, prop)]
        if not isinstance(value, dict):
            return value
        tag, held = next(iter(value.items()))
        if tag == "$link":
            return value if show(held[1]) in self.objects.get(member_name(held[0]), {}) else None
        if tag == "$list":
            return {tag: [self.seen_value(v) for v in held]}
        if tag == "$set":
            # A set has no order here.
            return {tag: sorted((self.seen_value(v, self.element(prop)) for v in self.shown(held, prop)), key=show)}
        if tag == "$dictionary":
            return {tag: {k: self.seen_value(v, self.element(prop)) for k, v in held.items()}}
        if tag == "$embedded":
            return {tag: self.seen(held, member_name(prop["target"])) if prop else held}
        if tag in ("$float", "$double") and is_nan(value):
            return {tag: "NaN"}
        return value

    def element(self, prop):
        return {k: v for k, v in prop.items() if k != "collection"} if prop else None

    def shown(self, values, prop):
        if prop is None or prop["type"] != "link" or self.is_embedded(prop):
            return values
        return [v for v in values if self.seen_value(v) is not None]


def is_nan(value):
    (tag, digits), = value.items()
    form = ">f" if tag == "$float" else ">d"
    return digits != "NaN" and struct.unpack(form, bytes.fromhex(digits))[0] != struct.unpack(form, bytes.fromhex(digits))[0]


class Place:
    """Where an operation acts: a property, or below it by indexes and keys."""

    def __init__(self, database, found, prop, name, path):
        self.database, self.found, self.prop, self.name, self.path = database, found, prop, name, path

    def holder(self):
        """What holds the value, its key there, and the property that tells the type; None where nothing is there."""
        holder, key, prop = self.found, self.name, dict(self.prop)
        for step in self.path:
            inner = holder[key] if self.has(holder, key) else None
            if isinstance(step, Number):
                holder, key = elements(inner), int(step)
                prop.pop("collection", None)
            else:
                key = member_name(step)
                if isinstance(inner, dict) and "$embedded" in inner:
                    holder = inner["$embedded"]
                    prop = dict(self.database.properties(member_name(prop["target"]))[key])
                else:
                    holder = inner.get("$dictionary") if isinstance(inner, dict) else None
                    prop.pop("collection", None)
            if holder is None:
                return None
        return holder, key, prop

    @staticmethod
    def has(holder, key):
        return key < len(holder) if isinstance(holder, list) else key in holder

    def change(self, kind, value, clears_to, is_fresh):
        place = self.holder()
        if place is None:
            return
        holder, key, prop = place
        old = holder[key] if self.has(holder, key) else None
        if kind == "set":
            if value["isDefault"] and not is_fresh:
                return
            return self.set(holder, key, prop, old, value["to"])
        if kind == "add":
            if isinstance(old, dict) and "$int" in old:
                total = int(old["$int"]) + int(value)
                holder[key] = {"$int": str((total + 2**63) % 2**64 - 2**63)}
        elif kind == "removeEntry":
            holder.pop(key, None)
        elif kind == "insert":
            if isinstance(holder, list):
                holder.insert(key, self.made(value, prop))
        elif kind == "move":
            if isinstance(holder, list) and key < len(holder):
                holder.insert(int(value["to"]), holder.pop(key))
        elif kind == "removeElement":
            if isinstance(holder, list) and key < len(holder):
                del holder[key]
        elif kind == "clear":
            holder[key] = self.empty(prop.get("collection") or clears_to or "list", prop)
        elif kind in ("addMember", "removeMember"):
            rest = [v for v in old["$set"] if show(v) != show(value)]
            old["$set"][:] = rest + ([value] if kind == "addMember" else [])
        else:
            raise Refused("operation " + kind)

    def set(self, holder, key, prop, old, value):
        is_element = isinstance(holder, list)
        if value == {"$embedded": {}}:
            if is_element or (old is not None and not (self.path and "$dictionary" in show(self.outer()))):
                return
        elif value in ({"$list": []}, {"$dictionary": {}}) and isinstance(old, dict) and next(iter(old)) == next(iter(value)):
            return
        elif value == {"$list": []} and isinstance(old, list):
            return
        if is_element and key >= len(holder):
            return
        holder[key] = self.made(value, prop)

    def outer(self):
        """What the last step leads out of."""
        holder, key, _ = Place(self.database, self.found, self.prop, self.name, self.path[:-1]).holder()
        inner = holder[key]
        return {"$dictionary": 1} if isinstance(inner, dict) and "$dictionary" in inner else None

    def empty(self, kind, prop):
        if kind == "list":
            return [] if prop.get("collection") == "list" else {"$list": []}
        return {"$" + kind: [] if kind == "set" else {}}

    def made(self, value, prop):
        if value == {"$embedded": {}}:
            return {"$embedded": self.database.new(member_name(prop["target"]))}
        if value == {"$list": []} and prop.get("collection") == "list":
            return []
        return value


def elements(value):
    if isinstance(value, dict):
        return value.get("$list")
    return value if isinstance(value, list) else None


# Values without marks of their types, which the schema tells


def typed(database, plain, prop):
    kind = prop.get("collection")
    element = {k: v for k, v in prop.items() if k != "collection"}
    if kind == "list":
        return [typed(database, v, element) for v in plain]
    if kind == "set":
        return {"$set": [typed(database, v, element) for v in plain]}
    if kind == "dictionary":
        return {"$dictionary": {k: typed(database, v, element) for k, v in plain.items()}}
    if prop["type"] == "mixed":
        return mixed(plain)
    if plain is None:
        return None
    if prop["type"] == "link":
        name = member_name(prop["target"])
        if database.schema[name]["kind"] == "embedded":
            return {"$embedded": {k: typed(database, v, database.properties(name)[k]) for k, v in plain.items()}}
        return {"$link": [prop["target"], typed(database, plain, key_property(database, name))]}
    return SCALARS[prop["type"]](plain)


def key_property(database, name):
    return database.properties(name)[member_name(database.schema[name]["primaryKey"])]


def mixed(plain):
    if isinstance(plain, Number):
        return {"$double": double(plain)} if any(c in plain for c in ".eE") else {"$int": str(plain)}
    if isinstance(plain, list):
        return {"$list": [mixed(v) for v in plain]}
    if isinstance(plain, dict):
        marked = len(plain) == 1 and next(iter(plain)).startswith("$")
        return plain if marked else {"$dictionary": {k: mixed(v) for k, v in plain.items()}}
    return plain


def double(text):
    return struct.pack(">d", float(text)).hex()


def date(text):
    """Whole seconds and nanoseconds since 1970; before it both are negative."""
    day, time = text[:-1].rsplit("T", 1)
    year, month, dom = day.rsplit("-", 2)
    time, _, fraction = time.partition(".")
    # The calendar repeats after 400 years.
    cycles, year = divmod(int(year), 400)
    days = (datetime.date(year + 400, int(month), int(dom)) - datetime.date(1970, 1, 1)).days
    hours, minutes, rest = (int(part) for part in time.split(":"))
    seconds = (days + (cycles - 1) * 146097) * 86400 + hours * 3600 + minutes * 60 + rest
    nanoseconds = int((fraction or "0").ljust(9, "0"))
    if seconds < 0 < nanoseconds:
        seconds, nanoseconds = seconds + 1, nanoseconds - 10**9
    return {"$timestamp": [str(seconds), Number(nanoseconds)]}


SCALARS = {
    "int": lambda v: {"$int": str(v)}, "bool": lambda v: v, "string": lambda v: v,
    "data": lambda v: {"$binary": base64.b64decode(v, validate=True).hex()}, "date": date,
    "float": lambda v: {"$float": struct.pack(">f", float(v)).hex()},
    "double": lambda v: {"$double": double(v)}, "decimal128": lambda v: {"$decimal": v},
    "objectId": lambda v: {"$oid": v}, "uuid": lambda v: {"$uuid": v},
}


# The forms


def apply_ndjson(database, text):
    lines = text.split("\n")
    assert lines.pop() == ""
    head = parse(lines[0])
    assert head["operations"] == str(len(lines) - 1), "operations are missing"
    for line in lines[1:]:
        it = parse(line)
        if take(database, it["key"]):
            database.operate(it)


def take(database, key):
    if key in database.applied:
        return False
    database.applied.add(key)
    return True


def apply_crud(database, text):
    lines = text.split("\n")
    assert lines.pop() == ""
    for line in lines[1:]:
        it = parse(line)
        if "unexpressed" in it or not take(database, it["key"]):
            continue
        prop = key_property(database, it["type"])
        key = None if it["id"] is None else typed(database, Number(it["id"]) if prop["type"] == "int" else it["id"], prop)
        change(database, it["op"], it["type"], key, it.get("data", {}), it.get("defaults", []), it.get("operations", []))


def change(database, action, name, key, data, defaults, operations):
    if action == "DELETE":
        return database.delete(name, key)
    if action == "PUT":
        database.create(name, key)
    found = database.find(name, key, "update")
    if found is not None:
        for prop, value in data.items():
            if prop not in defaults or (name, show(key)) in database.fresh:
                found[prop] = typed(database, value, database.properties(name)[prop])
        for operation in operations:
            database.operate(operation)


FORMULAS = "=+-@\t\r\uff1d\uff0b\uff0d\uff20"


def apply_csv(database, tables):
    rows = []
    for name, text in tables.items():
        lines = list(csv.reader(io.StringIO(text, newline=""), strict=True))
        assert all(len(line) == len(lines[0]) for line in lines), "rows of another length"
        names = [cell_text(cell) for cell in lines[0][7:-2]]
        rows += [(name, names, line) for line in lines[1:]]
        for cell in (cell for line in lines for cell in line):
            assert cell[:1] not in FORMULAS or cell == "" or is_number(cell), "a formula: " + cell
    # Files are a class each; what happened is told by session, version, record and index.
    rows.sort(key=lambda row: [int(part, 16) for part in row[2][0].split("-")])
    for name, names, line in rows:
        if not take(database, line[0]):
            continue
        operations = parse(line[-1]) if line[-1] else []
        if line[5] == "SCHEMA":
            for operation in operations:
                database.operate(operation)
            continue
        data, key = {}, cell_key(line[6])
        for prop, cell in zip(names, line[7:-2]):
            if cell != "" and prop != member_name(database.schema[name]["primaryKey"]):
                data[prop] = cell_value(cell, database.properties(name)[prop])
        defaults = [member_name(it) for it in parse(line[-2])] if line[-2] else []
        if any(it["operation"] == "create" for it in operations):
            database.create(name, key)
        change(database, line[5], name, key, data, defaults, operations)


def is_number(cell):
    try:
        float(cell)
        return True
    except ValueError:
        return False


def cell_text(cell):
    return member_name(parse(cell)) if cell[:1] in ('"', "{") else cell


def cell_key(cell):
    if cell == "null":
        return None
    return parse(cell) if cell[:1] in ('"', "{") else cell


def cell_value(cell, prop):
    if cell == "null":
        return None
    if cell.startswith('"') or prop.get("collection") or prop["type"] == "mixed":
        return parse(cell)
    if cell.startswith("{"):
        return parse(cell)
    if prop["type"] in ("int", "bool"):
        return parse(cell)
    return cell if prop["type"] != "link" else link_key(cell)


def link_key(cell):
    return Number(cell)


def main():
    form, path = sys.argv[1:]
    apply = {"ndjson": apply_ndjson, "crud": apply_crud, "csv": apply_csv}[form]
    count = 0
    for line in open(path, encoding="utf-8", newline="\n"):
        case = parse(line)
        try:
            database = Database(case["before"], case["expected"])
            for _ in range(2):
                apply(database, case["export"])
            found = database.state()
            expected = Database(case["expected"], case["expected"]).state()
        except Exception as failure:
            print(json.dumps({"name": case["name"], "error": "%s: %s" % (type(failure).__name__, failure)}))
            continue
        count += 1
        for missing in database.missing:
            print(json.dumps({"name": case["name"], "missing": missing}))
        for name in expected:
            mine, theirs = found[name], expected[name]
            for key in sorted(set(mine) | set(theirs)):
                if show(mine.get(key)) != show(theirs.get(key)):
                    print(json.dumps({"name": case["name"], "class": name, "object": key,
                                      "found": different(mine.get(key), theirs.get(key)),
                                      "expected": different(theirs.get(key), mine.get(key))}))
    print("applied %d" % count)


def different(mine, theirs):
    if not isinstance(mine, dict) or not isinstance(theirs, dict):
        return mine
    return {k: v for k, v in mine.items() if show(v) != show(theirs.get(k))}


main()
