"""What is lost in one way, by the query that the project keeps for every database."""

from pyspark.sql import DataFrame

from tracetool_spark.schema import data


def clusters(rows: DataFrame) -> DataFrame:
    """The clusters of a table of rows, as `tracetool fleet report` has them and in its order.

    The query reads the table several times: give it one that was written, or `rows.cache()`. It asks for a view
    `fleet`, which afterwards is this table.
    """
    rows.createOrReplaceTempView("fleet")
    return rows.sparkSession.sql(data("fleet-clusters.sql"))
