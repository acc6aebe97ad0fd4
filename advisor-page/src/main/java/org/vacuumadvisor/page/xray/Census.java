package org.vacuumadvisor.page.xray;

import java.util.Arrays;

/// What an X-ray counted: a value for each [Figure].
public final class Census {
  private static final int FIGURES = Figure.values().length;

  public static final Census EMPTY = new Census(new long[FIGURES]);

  private final long[] values;

  private Census(long[] values) {
    this.values = values;
  }

  public long of(Figure figure) {
    return values[place(figure)];
  }

  /// Of all pages of both.
  public Census plus(Census other) {
    var sums = values.clone();
    for (int each = 0; each < FIGURES; each++) {
      sums[each] += other.values[each];
    }
    int longest = place(Figure.LONGEST_HOT_CHAIN);
    sums[longest] = Math.max(values[longest], other.values[longest]);
    return new Census(sums);
  }

  /// Line pointers of all states.
  public long pointers() {
    return of(Figure.NORMAL_POINTERS)
        + of(Figure.REDIRECTED_POINTERS)
        + of(Figure.DEAD_POINTERS)
        + of(Figure.UNUSED_POINTERS);
  }

  /// Whether the tuples' own headers decide which of them are dead.
  public boolean isDetermined() {
    return of(Figure.UNDETERMINED_TUPLES) == 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Census census && Arrays.equals(values, census.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    for (var figure : Figure.values()) {
      text.append(figure).append('=').append(of(figure)).append('\n');
    }
    return text.toString();
  }

  /// An array and not an `EnumMap`, which would make an object of every number.
  @SuppressWarnings("EnumOrdinal")
  private static int place(Figure figure) {
    return figure.ordinal();
  }

  /// A census that is still being taken.
  static final class Tally {
    private final long[] values = new long[FIGURES];

    void add(Figure figure, long amount) {
      values[place(figure)] += amount;
    }

    void atLeast(Figure figure, long amount) {
      values[place(figure)] = Math.max(values[place(figure)], amount);
    }

    void clear() {
      Arrays.fill(values, 0);
    }

    Census census() {
      return new Census(values.clone());
    }
  }
}
