package org.vacuumadvisor.model.reading;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.unit.XidAge;

/// The name of a figure of a table or index: where PostgreSQL shows it, and what it counts. Keys
/// are constants, compared by identity.
///
/// @param <T> what the figure is given in
public final class Key<T> implements Source {
  private final int ordinal;
  private final String view;
  private final String column;
  private final String label;
  private final Unit unit;
  private final ToLongFunction<T> bits;
  private final LongFunction<T> value;

  /// What figures count.
  public enum Unit {
    ROWS,
    PAGES,
    BYTES,
    TRANSACTION_IDS,
    MULTIXACT_IDS,
    /// A point in time; NULL where it never happened.
    TIME,
    DURATION,
    /// How often.
    TIMES,
    PERCENT
  }

  private Key(
      int ordinal,
      String view,
      String column,
      String label,
      Unit unit,
      ToLongFunction<T> bits,
      LongFunction<T> value) {
    this.ordinal = ordinal;
    this.view = view;
    this.column = column;
    this.label = label;
    this.unit = unit;
    this.bits = bits;
    this.value = value;
  }

  static Key<Long> rows(int ordinal, String view, String column, String label) {
    return new Key<>(ordinal, view, column, label, Unit.ROWS, Long::longValue, Long::valueOf);
  }

  static Key<Long> times(int ordinal, String view, String column, String label) {
    return new Key<>(ordinal, view, column, label, Unit.TIMES, Long::longValue, Long::valueOf);
  }

  static Key<Double> estimate(int ordinal, String view, String column, String label) {
    return new Key<>(
        ordinal,
        view,
        column,
        label,
        Unit.ROWS,
        Double::doubleToRawLongBits,
        Double::longBitsToDouble);
  }

  static Key<Pages> pages(int ordinal, String view, String column, String label) {
    return new Key<>(ordinal, view, column, label, Unit.PAGES, Pages::count, Pages::new);
  }

  static Key<Bytes> bytes(int ordinal, String view, String column, String label) {
    return new Key<>(ordinal, view, column, label, Unit.BYTES, Bytes::count, Bytes::new);
  }

  static Key<XidAge> age(int ordinal, String view, String column, String label) {
    return new Key<>(
        ordinal, view, column, label, Unit.TRANSACTION_IDS, XidAge::count, XidAge::new);
  }

  static Key<XidAge> multixactAge(int ordinal, String view, String column, String label) {
    return new Key<>(ordinal, view, column, label, Unit.MULTIXACT_IDS, XidAge::count, XidAge::new);
  }

  static Key<Instant> time(int ordinal, String view, String column, String label) {
    return new Key<>(ordinal, view, column, label, Unit.TIME, Key::micros, Key::ofMicros);
  }

  static Key<Duration> duration(int ordinal, String view, String column, String label) {
    return new Key<>(
        ordinal, view, column, label, Unit.DURATION, Duration::toNanos, Duration::ofNanos);
  }

  static Key<Share> percent(int ordinal, String view, String column, String label) {
    return new Key<>(
        ordinal,
        view,
        column,
        label,
        Unit.PERCENT,
        share -> Double.doubleToRawLongBits(share.fraction()),
        bits -> new Share(Double.longBitsToDouble(bits)));
  }

  /// The name under which queries and pastes show it: `xid_age` for the age of `relfrozenxid`.
  public String pasted() {
    return switch (unit) {
      case TRANSACTION_IDS -> "xid_age";
      case MULTIXACT_IDS -> "multixact_age";
      case ROWS, PAGES, BYTES, TIME, DURATION, TIMES, PERCENT -> column;
    };
  }

  /// The view, catalog or function that shows it: `pg_stat_all_tables`.
  public String view() {
    return view;
  }

  /// What people call it, in plain words: `dead rows`.
  public String label() {
    return label;
  }

  public Unit unit() {
    return unit;
  }

  /// Its position among the keys of tables, or of indexes, from 0.
  int ordinal() {
    return ordinal;
  }

  long bits(T figure) {
    return bits.applyAsLong(figure);
  }

  T value(long stored) {
    return value.apply(stored);
  }

  /// Timestamps have microseconds in PostgreSQL.
  private static long micros(Instant time) {
    return Math.addExact(
        Math.multiplyExact(time.getEpochSecond(), 1_000_000L), time.getNano() / 1_000L);
  }

  private static Instant ofMicros(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000L);
  }

  @Override
  public String inWords() {
    return view + "." + column;
  }

  @Override
  public String toString() {
    return inWords();
  }
}
