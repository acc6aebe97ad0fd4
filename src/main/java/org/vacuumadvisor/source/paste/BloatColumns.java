package org.vacuumadvisor.source.paste;

import org.vacuumadvisor.source.paste.thing.Entry;

/// Estimates of bloat mean different things in different queries. Those that their own query calls
/// unreliable are dropped, and what is no share of the real size is not called so.
final class BloatColumns {
  private BloatColumns() {}

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
  }
}
