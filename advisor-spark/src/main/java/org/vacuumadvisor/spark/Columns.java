package org.vacuumadvisor.spark;

import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.archive.Field;

/// The columns of the archive as Spark declares them.
final class Columns {
  private Columns() {}

  static StructType of(Dataset dataset) {
    return struct(
        dataset.fields().stream()
            .map(each -> DataTypes.createStructField(each.name(), type(each.type()), true))
            .toList());
  }

  static StructType struct(List<StructField> fields) {
    return DataTypes.createStructType(fields);
  }

  private static DataType type(Field.Type type) {
    return switch (type) {
      case TEXT -> DataTypes.StringType;
      case COUNT -> DataTypes.LongType;
      case REAL -> DataTypes.DoubleType;
      case FLAG -> DataTypes.BooleanType;
      case TIME -> DataTypes.TimestampType;
    };
  }
}
