package org.vacuumadvisor.evidence;

import java.util.function.Predicate;
import java.util.function.Supplier;
import org.vacuumadvisor.model.Reading;

/// Whether something is so, if it is known. It adds up as NULL does in SQL.
public enum Truth {
  YES,
  NO,
  UNKNOWN;

  public static Truth of(boolean known) {
    return known ? YES : NO;
  }

  /// Whether a figure is so.
  public static <T> Truth of(Reading<T> figure, Predicate<T> so) {
    return figure.known().map(each -> of(so.test(each))).orElse(UNKNOWN);
  }

  /// Yes if one is, whatever the others; no only if all are known not to be. What follows a yes is
  /// not asked.
  @SafeVarargs
  public static Truth any(Supplier<Truth>... some) {
    var all = NO;
    for (var each : some) {
      switch (each.get()) {
        case YES -> {
          return YES;
        }
        case UNKNOWN -> all = UNKNOWN;
        case NO -> {}
      }
    }
    return all;
  }

  /// No if one is not, whatever the others; yes only if all are known to be. What follows a no is
  /// not asked.
  @SafeVarargs
  public static Truth all(Supplier<Truth>... some) {
    var all = YES;
    for (var each : some) {
      switch (each.get()) {
        case NO -> {
          return NO;
        }
        case UNKNOWN -> all = UNKNOWN;
        case YES -> {}
      }
    }
    return all;
  }
}
