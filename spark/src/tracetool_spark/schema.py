"""The table of rows, as docs/fleet-row.schema.json describes them.

The schema of a row is read, so that there is one description of it and no second one beside it.
"""

import functools
import importlib.resources
import json

from pyspark.sql import types


def data(name: str) -> str:
    """A file that the package shares with the project's documentation."""
    files = importlib.resources.files("tracetool_spark") / "data"
    return (files / name).read_text(encoding="utf-8")


@functools.cache
def _schema() -> dict:
    return json.loads(data("fleet-row.schema.json"))


#: The modes by their names in rows, in the order in which a trace's rows have them.
MODES: tuple[str, ...] = tuple(_schema()["$defs"]["mode"]["enum"])

#: The version of rows that this package knows.
VERSION: int = _schema()["$defs"]["replayed"]["properties"]["schema"]["const"]


def row_type() -> types.StructType:
    """The type of a row: all members that a row may have, null where it has none."""
    return _type(_schema())


_PRIMITIVES = {
    "string": types.StringType(), "integer": types.LongType(), "boolean": types.BooleanType(),
}
_NAMES = {str: "string", int: "integer", bool: "boolean"}


def _type(schema: dict) -> types.DataType:
    if "$ref" in schema:
        return _type(_resolved(schema["$ref"]))
    if "anyOf" in schema:
        return functools.reduce(_merged, map(_type, schema["anyOf"]))
    if "const" in schema:
        return _PRIMITIVES[_NAMES[type(schema["const"])]]
    if "enum" in schema:
        (name,) = {_NAMES[type(word)] for word in schema["enum"]}
        return _PRIMITIVES[name]
    match schema["type"]:
        case "object":
            members = schema["properties"].items()
            return types.StructType([types.StructField(name, _type(of)) for name, of in members])
        case "array":
            return types.ArrayType(_type(schema["items"]))
        case name:
            return _PRIMITIVES[name]


def _resolved(reference: str) -> dict:
    schema = _schema()
    for step in reference.removeprefix("#/").split("/"):
        schema = schema[step]
    return schema


def _merged(first: types.DataType, second: types.DataType) -> types.DataType:
    """What has the members of both."""
    if isinstance(first, types.StructType) and isinstance(second, types.StructType):
        fields = {field.name: field for field in first.fields}
        for field in second.fields:
            if fields.setdefault(field.name, field) != field:
                raise ValueError(f"the schema of rows has two types of `{field.name}`")
        return types.StructType(list(fields.values()))
    if first != second:
        raise ValueError(f"the schema of rows has alternatives of two types: {first}, {second}")
    return first
