package org.vacuumadvisor.report;

import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// What the values of a chart count.
public enum Measure {
  ROWS,
  /// Of anything: two decimals of what is small.
  NUMBER,
  ROWS_A_SECOND,
  BYTES,
  BYTES_A_SECOND,
  TRANSACTION_IDS,
  MULTIXACT_IDS,
  TRANSACTIONS_A_SECOND,
  WORKERS,
  SECONDS,
  /// Parts of a whole, from 0 to 1.
  SHARE;

  private static final double SMALL = 10;

  /// A value as people read it, without the name of what is counted.
  public String text(double value) {
    return switch (this) {
      case ROWS, TRANSACTION_IDS, MULTIXACT_IDS -> Quantities.count(value);
      case NUMBER, ROWS_A_SECOND, TRANSACTIONS_A_SECOND, WORKERS ->
          value < SMALL ? Quantities.number(Math.rint(value * 100) / 100) : Quantities.count(value);
      case BYTES -> new Bytes(Math.round(value)).toString();
      case BYTES_A_SECOND -> new Bytes(Math.round(value)) + "/s";
      case SECONDS -> Quantities.seconds(value);
      case SHARE -> new Share(Math.max(0, value)).toString();
    };
  }
}
