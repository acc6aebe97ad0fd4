package org.vacuumadvisor.lab.workload;

import java.math.BigDecimal;
import java.util.List;
import java.util.random.RandomGenerator;

/// The random inputs of TPC-C, clauses 2.1.6 and 4.3.2.
///
/// Where a warehouse is smaller than the standard's, the spread A of the skewed choices shrinks
/// with it. The constants C are fixed, so that all runs agree on which keys are popular; those of
/// load and run differ for last names by 66, as clause 2.1.6.1 wants.
final class TpcCRandom {
  private static final List<String> SYLLABLES =
      List.of("BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING");
  private static final int NAME_C_LOAD = 157;
  private static final int NAME_C_RUN = 223;
  private static final int CUSTOMER_C = 259;
  private static final int ITEM_C = 7911;

  private final TpcC size;
  private final RandomGenerator random;
  private final int nameSpread;
  private final int customerSpread;
  private final int itemSpread;

  TpcCRandom(TpcC size, RandomGenerator random) {
    this.size = size;
    this.random = random;
    this.nameSpread = spread(256L * size.names() / 1000);
    this.customerSpread = spread(1024L * size.customers() / 3000);
    this.itemSpread = spread(8192L * size.items() / 100_000);
  }

  /// Uniform, both bounds included.
  int between(int low, int high) {
    return random.nextInt(low, high + 1);
  }

  /// Whether something happens that does in so many of a hundred cases.
  boolean inPercent(int percent) {
    return random.nextInt(100) < percent;
  }

  /// An amount with this many decimals, uniform between two unscaled bounds, both included.
  BigDecimal decimal(int low, int high, int scale) {
    return BigDecimal.valueOf(between(low, high), scale);
  }

  int customer() {
    return skewed(customerSpread, 1, size.customers(), CUSTOMER_C);
  }

  int item() {
    return skewed(itemSpread, 1, size.items(), ITEM_C);
  }

  /// The last name of a customer to look for.
  String lastName() {
    return lastName(skewed(nameSpread, 0, size.names() - 1, NAME_C_RUN));
  }

  /// The last name of a new customer: the first ones of a district have all the names in turn.
  String lastNameOf(int customer) {
    return customer <= size.names()
        ? lastName(customer - 1)
        : lastName(skewed(nameSpread, 0, size.names() - 1, NAME_C_LOAD));
  }

  /// Data of items and stock; one of ten contains ORIGINAL.
  String data() {
    var text = RandomText.of(random, 26, 50);
    if (!inPercent(10)) {
      return text;
    }
    int at = random.nextInt(text.length() - "ORIGINAL".length() + 1);
    return text.substring(0, at) + "ORIGINAL" + text.substring(at + "ORIGINAL".length());
  }

  /// The name with this number, 0 to 999.
  static String lastName(int number) {
    return SYLLABLES.get(number / 100)
        + SYLLABLES.get(number / 10 % 10)
        + SYLLABLES.get(number % 10);
  }

  /// `NURand(A, x, y)`.
  private int skewed(int spread, int low, int high, int constant) {
    int c = constant % (spread + 1);
    return ((between(0, spread) | between(low, high)) + c) % (high - low + 1) + low;
  }

  /// The standard's A, which is a power of two less one, for a range of this part of its size.
  private static int spread(long atMost) {
    return (int) Long.highestOneBit(Math.max(1, atMost)) - 1;
  }
}
