package org.vacuumadvisor.space;

import java.util.List;
import org.vacuumadvisor.model.Column;

/// How the columns of an average row lie one behind the other. A value begins at a multiple of its
/// type's alignment (`heap_fill_tuple()` in `heaptuple.c`), so the padding before it depends on
/// where the one before ended. This keeps the probability of each of the eight places a value may
/// end at, modulo 8.
final class RowLayout {
  /// `MAXIMUM_ALIGNOF`, on 64-bit machines.
  static final int MAXALIGN = 8;

  /// `VARATT_SHORT_MAX` in `varatt.h`: a value of varying length up to this many bytes has a header
  /// of one byte and no alignment.
  private static final int SHORT = 0x7F;

  /// What the widths of a varying value may be. `pg_stats.avg_width` is their average without its
  /// fraction.
  enum Spread {
    /// All values are as wide as the average says.
    NONE(0),
    /// All are a byte wider.
    WIDER(1),
    /// Every width modulo 8 is as likely as another, and the fraction is a half.
    EVEN(0.5);

    private final double fraction;

    Spread(double fraction) {
      this.fraction = fraction;
    }
  }

  private final Spread spread;
  private double[] endsAt = new double[MAXALIGN];
  private double bytes;
  private double noNull = 1;
  private boolean varies;

  private RowLayout(Spread spread) {
    this.spread = spread;
    endsAt[0] = 1;
  }

  /// Of columns in the order in which they are stored, all with known statistics.
  static RowLayout of(List<Column> columns, Spread spread) {
    var layout = new RowLayout(spread);
    columns.forEach(layout::add);
    return layout;
  }

  /// The average width of the values and the padding between them, up to the next multiple of 8.
  double alignedBytes() {
    return bytes + padding(endsAt, MAXALIGN);
  }

  /// The probability that a row has a NULL, and so a null bitmap.
  double nullProbability() {
    return 1 - noNull;
  }

  /// Whether rows are of different widths.
  boolean varies() {
    return varies;
  }

  private void add(Column column) {
    if (column.dropped()) {
      noNull = 0;
      return;
    }
    double nulls = Math.clamp(column.nullShare().or(0.0), 0, 1);
    boolean isVarying = column.length() < 0;
    double width = isVarying ? column.averageWidth().or(0) + spread.fraction : column.length();
    int alignment = isVarying && width <= SHORT ? 1 : alignment(column);

    noNull *= 1 - nulls;
    varies |= (nulls > 0 && nulls < 1) || (isVarying && spread == Spread.EVEN);
    bytes += (1 - nulls) * (padding(endsAt, alignment) + width);
    endsAt = mixed(nulls, endsAt, (1 - nulls), after(aligned(endsAt, alignment), width, isVarying));
  }

  private double[] after(double[] begins, double width, boolean isVarying) {
    var ends = new double[MAXALIGN];
    for (int at = 0; at < MAXALIGN; at++) {
      if (isVarying && spread == Spread.EVEN) {
        ends[at] = 1.0 / MAXALIGN;
      } else {
        ends[(at + (int) width) % MAXALIGN] += begins[at];
      }
    }
    return ends;
  }

  private static double[] aligned(double[] places, int alignment) {
    var begins = new double[MAXALIGN];
    for (int at = 0; at < MAXALIGN; at++) {
      begins[up(at, alignment) % MAXALIGN] += places[at];
    }
    return begins;
  }

  private static double padding(double[] places, int alignment) {
    double sum = 0;
    for (int at = 0; at < MAXALIGN; at++) {
      sum += places[at] * (up(at, alignment) - at);
    }
    return sum;
  }

  private static double[] mixed(double one, double[] ones, double other, double[] others) {
    var mix = new double[MAXALIGN];
    for (int at = 0; at < MAXALIGN; at++) {
      mix[at] = one * ones[at] + other * others[at];
    }
    return mix;
  }

  /// The next multiple of `alignment`.
  static int up(int bytes, int alignment) {
    return (bytes + alignment - 1) / alignment * alignment;
  }

  /// `pg_type.typalign`.
  private static int alignment(Column column) {
    return switch (column.alignment()) {
      case "d" -> 8;
      case "i" -> 4;
      case "s" -> 2;
      default -> 1;
    };
  }
}
