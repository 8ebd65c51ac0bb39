import shutil

import fleets
import pytest
from pyspark.sql import SparkSession
from tracetool_spark import configure


@pytest.fixture(scope="session")
def spark_home(tmp_path_factory):
    """Spark on this machine alone; what it keeps of applications is removed."""
    home = fleets.spark_home(tmp_path_factory.mktemp("home"))
    yield home
    shutil.rmtree(home)


@pytest.fixture(scope="session")
def spark(spark_home, tmp_path_factory):
    """Two executors of one processor each, which are processes of their own."""
    folder = tmp_path_factory.mktemp("spark")
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]").appName("tests")
        .config("spark.submit.pyFiles", str(fleets.zipped(folder)))
        # For some hundred rows it takes longer to compile a query than to interpret it.
        .config("spark.sql.codegen.wholeStage", False)
        .config("spark.ui.enabled", False).config("spark.sql.shuffle.partitions", 2)
        .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
        .config("spark.local.dir", str(folder)).config("spark.sql.warehouse.dir", str(folder))
        .getOrCreate()
    )
    configure(session)
    yield session
    session.stop()


@pytest.fixture(scope="session")
def traces(tmp_path_factory):
    """A folder of traces."""
    return fleets.make(tmp_path_factory.mktemp("traces"))


@pytest.fixture(scope="session")
def single(traces):
    """The lines that one machine makes of them, in their order."""
    lines = fleets.single(traces)
    assert len(lines) > 600
    return lines
