import json

import fleets
from pyspark.sql import types
from tracetool_spark import schema


def test_the_package_has_the_files_of_the_documentation(tmp_path):
    import zipfile

    with zipfile.ZipFile(fleets.zipped(tmp_path)) as archive:
        for name in ("fleet-clusters.sql", "fleet-row.schema.json"):
            document = (fleets.PROJECT / "docs" / name).read_bytes()
            assert archive.read(f"tracetool_spark/data/{name}") == document
            assert schema.data(name).encode("utf-8") == document


def test_rows_have_a_type():
    row = schema.row_type()
    assert row.fieldNames() == [
        "schema", "trace", "sha256", "bytes", "mode", "whatIf", "engine", "tool", "records",
        "damaged", "notes", "sessions", "resets", "unanswered", "cause", "error",
    ]
    assert row["bytes"].dataType == types.LongType()
    assert row["damaged"].dataType == types.BooleanType()
    reset = row["resets"].dataType.elementType
    # 64 bits, as text.
    assert reset["record"].dataType == types.StringType()
    assert reset["trigger"].dataType["code"].dataType == types.LongType()
    assert reset["recommended"].dataType == types.ArrayType(types.StringType())
    assert row["error"].dataType["exit"].dataType == types.LongType()
    assert list(schema.MODES) == fleets.MODES and schema.VERSION == 1


def members(value, type_, path=""):
    """The members of a value that a type does not have."""
    match value, type_:
        case dict(), types.StructType():
            for name, of in value.items():
                if name not in type_.fieldNames():
                    yield f"{path}.{name}"
                else:
                    yield from members(of, type_[name].dataType, f"{path}.{name}")
        case list(), types.ArrayType():
            for of in value:
                yield from members(of, type_.elementType, f"{path}[]")
        case _ if not isinstance(value, {types.StringType: str, types.LongType: int,
                                         types.BooleanType: bool}.get(type(type_), ())):
            yield f"{path} is {value!r}"


def test_the_type_has_all_that_rows_have(single):
    lines = [*single, (fleets.PROJECT / "Tests/Vectors/fleet/crashed.ndjson").read_text()]
    for line in lines:
        assert list(members(json.loads(line), schema.row_type())) == []
