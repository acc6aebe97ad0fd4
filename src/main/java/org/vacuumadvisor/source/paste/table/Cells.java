package org.vacuumadvisor.source.paste.table;

import java.util.Optional;

/// The cells of recognised columns in the spelling that the mapping of rows expects.
public final class Cells {
  private Cells() {}

  public static Optional<String> read(Vocabulary.Column column, String text) {
    return read(column, text, DecimalMark.UNKNOWN);
  }

  /// The value in the mapping's spelling; empty where it is not certain. Moments become UTC,
  /// intervals and shares plain numbers (seconds, percent).
  ///
  /// @param mark what the column's other cells show of its numbers
  public static Optional<String> read(Vocabulary.Column column, String text, DecimalMark mark) {
    double scale = column.scale();
    return switch (column.type()) {
      case TEXT -> Optional.of(text);
      case COUNT ->
          scale == 1
              ? Numbers.count(text, mark).map(each -> Long.toString(each))
              : Numbers.number(text, mark).map(each -> Long.toString(Math.round(each * scale)));
      case REAL -> Numbers.number(text, mark).map(each -> Double.toString(each * scale));
      case FLAG -> Figures.flag(text).map(each -> each ? "t" : "f");
      case MOMENT -> Figures.moment(text).map(Figures::canonical).or(() -> Ago.written(text));
      case INTERVAL ->
          Figures.interval(text)
              .map(each -> (double) each.toMillis() / 1000)
              .or(() ->
                  column.hasUnit()
                      ? Numbers.number(text, mark).map(each -> each * scale)
                      : Optional.empty())
              .map(each -> Double.toString(each));
      case XID, OID ->
          Figures.count(text).filter(each -> each >= 0).map(each -> Long.toString(each));
      case SIZE -> Figures.bytes(text, scale, mark).map(each -> Long.toString(each));
      case PERCENT -> Figures.percent(text, mark).map(each -> Double.toString(each));
    };
  }
}
