package org.vacuumadvisor.model;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.vacuumadvisor.catalogue.Catalogue;
import org.vacuumadvisor.catalogue.Catalogue.Column;
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
  private final Column of;
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

  /// The key of a column of the catalogue, whose type there tells the unit.
  private Key(int ordinal, Column of, ToLongFunction<T> bits, LongFunction<T> value) {
    int dot = of.source().lastIndexOf('.');
    this.ordinal = ordinal;
    this.of = of;
    this.view = dot < 0 ? of.source() : of.source().substring(0, dot);
    this.column = dot < 0 ? of.name() : of.source().substring(dot + 1);
    this.unit = unit(of);
    this.bits = bits;
    this.value = value;
  }

  private static Unit unit(Column of) {
    return switch (of.type()) {
      case SIZE -> Unit.BYTES;
      case MOMENT -> Unit.TIME;
      case PERCENT -> Unit.PERCENT;
      case REAL, COUNT, TEXT, FLAG, INTERVAL, XID, OID ->
          of.unit().isEmpty() ? Unit.ROWS : Unit.valueOf(of.unit().toUpperCase(Locale.ROOT));
    };
  }

  /// Makes the keys of a topic, numbered in the order in which they are made.
  static final class Keys {
    private final String topic;
    private final List<Key<?>> made = new ArrayList<>();

    Keys(String topic) {
      this.topic = topic;
    }

    Key<Long> count(String name) {
      return key(name, Long::longValue, Long::valueOf);
    }

    Key<Double> estimate(String name) {
      return key(name, Double::doubleToRawLongBits, Double::longBitsToDouble);
    }

    Key<Pages> pages(String name) {
      return key(name, Pages::count, Pages::new);
    }

    Key<Bytes> bytes(String name) {
      return key(name, Bytes::count, Bytes::new);
    }

    Key<XidAge> age(String name) {
      return key(name, XidAge::count, XidAge::new);
    }

    Key<Instant> time(String name) {
      return key(name, Key::micros, each -> Instant.EPOCH.plus(each, ChronoUnit.MICROS));
    }

    Key<Duration> duration(String name) {
      return key(name, Duration::toNanos, Duration::ofNanos);
    }

    Key<Share> percent(String name) {
      return key(
          name,
          share -> Double.doubleToRawLongBits(share.fraction()),
          bits -> new Share(Double.longBitsToDouble(bits)));
    }

    private <T> Key<T> key(String name, ToLongFunction<T> bits, LongFunction<T> value) {
      var key = new Key<>(made.size(), Catalogue.column(topic, name), bits, value);
      made.add(key);
      return key;
    }

    List<Key<?>> all() {
      return List.copyOf(made);
    }
  }

  /// The name under which queries and pastes show it: `xid_age` for the age of `relfrozenxid`.
  public String pasted() {
    return of.name();
  }

  /// Whether the archive keeps it.
  public boolean isArchived() {
    return of.isArchived();
  }

  /// The view, catalog or function that shows it: `pg_stat_all_tables`.
  public String view() {
    return view;
  }

  /// What people call it, in plain words: `dead rows`.
  public String label() {
    return of.label();
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

  @Override
  public String inWords() {
    return view + "." + column;
  }

  @Override
  public String toString() {
    return inWords();
  }
}
