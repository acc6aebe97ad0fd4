package org.vacuumadvisor.report;

import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// What the values of a chart count.
public enum Measure {
  ROWS,
  ROWS_A_SECOND,
  BYTES,
  TRANSACTION_IDS,
  MULTIXACT_IDS;

  private static final double SMALL = 10;

  /// A value as people read it, without the name of what is counted.
  public String text(double value) {
    return switch (this) {
      case ROWS, TRANSACTION_IDS, MULTIXACT_IDS -> Quantities.count(value);
      case ROWS_A_SECOND ->
          value < SMALL ? Quantities.number(Math.rint(value * 100) / 100) : Quantities.count(value);
      case BYTES -> new Bytes(Math.round(value)).toString();
    };
  }
}
