package org.vacuumadvisor.model;

import java.util.Arrays;
import java.util.Collection;

/// What is known of one table, by key. It takes a word for each figure that is known and nothing
/// for one that is not, so that a hundred thousand tables fit into memory.
public final class Readings {
  /// Nothing is known, for nobody showed it.
  public static final Readings NONE = builder(Reading.Why.NOT_COLLECTED).build();

  /// A bit for each key, by its ordinal.
  private final long known;

  /// Keys that were shown without a value: it never happened, or does not apply.
  private final long nulls;

  /// Keys that the server does not keep, because tracking is off.
  private final long untracked;

  private final Reading.Why absent;

  /// The known ones, in the order of their keys.
  private final long[] values;

  private Readings(long known, long nulls, long untracked, Reading.Why absent, long[] values) {
    this.known = known;
    this.nulls = nulls;
    this.untracked = untracked;
    this.absent = absent;
    this.values = values;
  }

  /// Starts with nothing known.
  ///
  /// @param absent why a figure that is not put in is missing
  public static Builder builder(Reading.Why absent) {
    return new Builder(absent);
  }

  /// The figure, or why it is missing. A value that was shown to be NULL is
  /// [Reading.Why#NOT_APPLICABLE].
  public <T> Reading<T> get(Key<T> key) {
    long bit = bit(key);
    if ((known & bit) != 0) {
      return Reading.of(key.value(values[Long.bitCount(known & (bit - 1))]), key);
    }
    return Reading.missing(
        (nulls & bit) != 0
            ? Reading.Why.NOT_APPLICABLE
            : (untracked & bit) != 0 ? Reading.Why.TRACKING_OFF : absent);
  }

  /// Whether it was shown, be it that it has no value.
  public boolean shows(Key<?> key) {
    return ((known | nulls) & bit(key)) != 0;
  }

  /// The same, to be added to or taken from.
  public Builder copy() {
    var copy = new Builder(absent);
    copy.nulls = nulls;
    copy.untracked = untracked;
    return copy.putAll(this);
  }

  private static long bit(Key<?> key) {
    return 1L << key.ordinal();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Readings that
        && known == that.known
        && nulls == that.nulls
        && untracked == that.untracked
        && absent == that.absent
        && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(values) + Long.hashCode(known);
  }

  /// Gathers the figures of a table.
  public static final class Builder {
    private final Reading.Why absent;
    private final long[] values = new long[TableKeys.ALL.size()];
    private long known;
    private long nulls;
    private long untracked;

    private Builder(Reading.Why absent) {
      this.absent = absent;
    }

    public <T> Builder put(Key<T> key, T value) {
      values[key.ordinal()] = key.bits(value);
      known |= bit(key);
      nulls &= ~bit(key);
      untracked &= ~bit(key);
      return this;
    }

    /// A reading as it is. A missing one is missing for its own reason only where it is that there
    /// is no value, or that it is not tracked.
    public <T> Builder put(Key<T> key, Reading<T> reading) {
      return switch (reading) {
        case Reading.Known<T>(T value, _) -> put(key, value);
        case Reading.Missing<T>(Reading.Why why) ->
            switch (why) {
              case NOT_APPLICABLE -> putNull(key);
              case TRACKING_OFF -> untracked(key);
              case OLDER_SERVER, NO_PRIVILEGE, NOT_COLLECTED, CONTRADICTED, OUT_OF_RANGE ->
                  take(key);
            };
      };
    }

    /// All figures that another source knows.
    public Builder putAll(Readings other) {
      int at = 0;
      for (long rest = other.known; rest != 0; rest &= rest - 1) {
        values[Long.numberOfTrailingZeros(rest)] = other.values[at++];
      }
      known |= other.known;
      nulls &= ~other.known;
      untracked &= ~other.known;
      return this;
    }

    /// It was shown, without a value.
    public Builder putNull(Key<?> key) {
      take(key);
      nulls |= bit(key);
      return this;
    }

    /// The server does not track it.
    public Builder untracked(Key<?> key) {
      take(key);
      untracked |= bit(key);
      return this;
    }

    public Builder untracked(Collection<? extends Key<?>> keys) {
      keys.forEach(this::untracked);
      return this;
    }

    /// Takes a figure away: nobody showed it.
    public Builder take(Key<?> key) {
      known &= ~bit(key);
      nulls &= ~bit(key);
      untracked &= ~bit(key);
      return this;
    }

    public Readings build() {
      var compact = new long[Long.bitCount(known)];
      int at = 0;
      for (long rest = known; rest != 0; rest &= rest - 1) {
        compact[at++] = values[Long.numberOfTrailingZeros(rest)];
      }
      return new Readings(known, nulls, untracked, absent, compact);
    }
  }
}
