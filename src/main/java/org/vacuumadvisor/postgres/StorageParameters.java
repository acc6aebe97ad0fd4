package org.vacuumadvisor.postgres;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The storage parameters of one relation, from its `pg_class.reloptions`. Those written with
/// `toast.` are kept by PostgreSQL in the TOAST table's own row, without the prefix. What is not in
/// here is not set.
public record StorageParameters(Map<String, String> values) {
  public static final StorageParameters NONE = new StorageParameters(Map.of());

  public StorageParameters {
    values = Map.copyOf(values);
  }

  /// Of the elements of `reloptions`, each `name=value`. An element without `=` is a boolean that
  /// is true, as in `WITH (autovacuum_enabled)`. If a name comes twice the last one counts.
  public static StorageParameters of(Collection<String> elements) {
    var values = new LinkedHashMap<String, String>();
    for (String element : elements) {
      int equals = element.indexOf('=');
      if (equals < 0) {
        values.put(folded(element), "true");
      } else {
        values.put(folded(element.substring(0, equals)), element.substring(equals + 1));
      }
    }
    return new StorageParameters(values);
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  public Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name));
  }

  public Optional<Boolean> bool(String name) {
    return text(name).flatMap(ParsedBoolean::of);
  }

  public Optional<Double> real(String name) {
    return text(name).flatMap(value -> ParsedNumber.in(null, value));
  }

  public Optional<Long> integer(String name) {
    return real(name).map(Math::round);
  }

  /// The table's own value of a server setting, in that setting's unit.
  public Optional<Double> real(Setting setting) {
    return setting.storageParameter().flatMap(this::real);
  }

  /// The table's own value of a server setting.
  public Optional<Boolean> bool(Setting setting) {
    return setting.storageParameter().flatMap(this::bool);
  }

  /// How full pages are written, in percent; empty where the access method's default holds (100 for
  /// a table, 90 for a B-tree).
  public Optional<Integer> fillfactor() {
    return integer("fillfactor").map(Math::toIntExact);
  }

  public StorageParameters with(String name, String value) {
    var changed = new LinkedHashMap<>(values);
    changed.put(name, value);
    return new StorageParameters(changed);
  }

  private static String folded(String name) {
    return name.strip().toLowerCase(Locale.ROOT);
  }
}
