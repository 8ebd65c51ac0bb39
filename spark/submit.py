"""What spark-submit is given: docs/fleet.md, "Spark"."""

from tracetool_spark.command import main

main()
