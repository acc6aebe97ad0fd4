package org.vacuumadvisor.source.paste;

import org.vacuumadvisor.source.paste.thing.Entry;

/// Estimates of bloat mean different things in different queries. Those that their own query calls
/// unreliable are dropped, and what is no share of the real size is not called so.
final class BloatColumns {
  /// Of a smaller one the decimal that is shown tells too little.
  private static final double MIN_FACTOR = 1.5;

  private BloatColumns() {}

  /// `tbloat` and `ibloat` are the size over the expected size, with one decimal.
  private static void share(Entry entry) {
    var figure = entry.figures().get("bloat_factor");
    if (figure == null || entry.has("bloat_percent")) {
      return;
    }
    double factor = Double.parseDouble(figure.value());
    if (factor >= MIN_FACTOR) {
      entry.put("bloat_percent", Double.toString(100 - 100 / factor), figure.line());
    }
  }

  static void check(Entry entry) {
    boolean isUnreliable =
        entry.value("is_na").orElse("").equals("t")
            || entry.value("can_estimate").orElse("").equals("f");
    if (isUnreliable) {
      entry.figures().remove("bloat_bytes");
      entry.figures().remove("bloat_percent");
      entry.figures().remove("bloat_factor");
    }
    // above 100 it is a share of the expected size
    boolean isOfExpected =
        entry.value("bloat_percent").filter(each -> Double.parseDouble(each) > 100).isPresent();
    if (isOfExpected) {
      entry.figures().remove("bloat_percent");
    }
    share(entry);
  }
}
