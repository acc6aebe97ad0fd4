package org.vacuumadvisor.spark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/// One Spark for all tests of this JVM, and what they ask it.
final class Sessions {
  private static final SparkSession SESSION = open();

  private Sessions() {}

  static SparkSession session() {
    return SESSION;
  }

  static SparkSession open() {
    return SparkSession.builder()
        .master("local[2]")
        .appName("test")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate();
  }

  /// Rows of a dataset in one archive and not in the other, with how often they are there.
  static List<Row> except(Path one, Path other, String dataset, String... but) {
    var session = session();
    var some = session.read().parquet(one.resolve(dataset).toUri().toString()).drop(but);
    var others = session.read().parquet(other.resolve(dataset).toUri().toString()).drop(but);
    var columns = new ArrayList<Column>();
    for (var name : some.columns()) {
      columns.add(functions.col(name));
    }
    return some.exceptAll(others.select(columns.toArray(Column[]::new))).limit(5).collectAsList();
  }

  static long count(Path archive, String dataset) {
    return session().read().parquet(archive.resolve(dataset).toUri().toString()).count();
  }
}
