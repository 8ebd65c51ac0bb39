"""Fleets of traces on Spark: `tracetool fleet` beyond one machine (docs/fleet.md, "Spark").

    fleet = Fleet()
    rows = fleet.rows(traces_in(spark, "s3a://bucket/traces"))
    clusters(rows).show()
"""

from tracetool_spark.clusters import clusters
from tracetool_spark.command import configure
from tracetool_spark.fleet import Fleet, read_rows, table
from tracetool_spark.schema import MODES, row_type
from tracetool_spark.sources import traces_at, traces_in, traces_listed
from tracetool_spark.worker import WorkerFailure

__all__ = [
    "Fleet", "MODES", "WorkerFailure", "clusters", "configure", "read_rows", "row_type", "table", "traces_at",
    "traces_in", "traces_listed",
]
