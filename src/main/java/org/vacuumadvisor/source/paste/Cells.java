package org.vacuumadvisor.source.paste;

import java.util.Optional;

/// The cells of recognised columns in the spelling that the mapping of rows expects.
final class Cells {
  private Cells() {}

  /// The value in the mapping's spelling; empty where it is not certain. Moments stay as they are
  /// read, intervals and shares become plain numbers (seconds, percent).
  static Optional<String> read(Vocabulary.Type type, String text) {
    return switch (type) {
      case TEXT -> Optional.of(text.strip());
      case COUNT -> Figures.count(text).map(each -> Long.toString(each));
      case REAL -> Figures.number(text).map(each -> Double.toString(each));
      case FLAG -> Figures.flag(text).map(each -> each ? "t" : "f");
      case MOMENT -> Figures.moment(text).map(Figures::canonical);
      case INTERVAL ->
          Figures.interval(text).map(each -> Double.toString((double) each.toMillis() / 1000));
      case XID -> Figures.count(text).filter(each -> each >= 0).map(each -> Long.toString(each));
      case SIZE -> Figures.bytes(text).map(each -> Long.toString(each));
      case OID -> Figures.count(text).map(each -> Long.toString(each));
      case PERCENT -> Figures.percent(text).map(each -> Double.toString(each));
    };
  }
}
