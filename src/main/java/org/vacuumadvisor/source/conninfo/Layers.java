package org.vacuumadvisor.source.conninfo;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.source.SourceException;

/// Parameters from several places, laid over each other: what was added first counts.
final class Layers {
  /// Java's TLS starts at 1.2, so these ask for nothing that is not so anyway.
  private static final Set<String> HARMLESS_MINIMUM = Set.of("TLSv1", "TLSv1.1", "TLSv1.2");

  private static final Set<String> HARMLESS_MAXIMUM = Set.of("TLSv1.3");

  private final Map<Keyword, String> values = new EnumMap<>(Keyword.class);
  private final List<String> warnings = new ArrayList<>();
  private final Environment environment;

  Layers(Environment environment) {
    this.environment = environment;
  }

  void addString(String text) throws SourceException {
    var string = ConnectionString.parse(text);
    warnings.addAll(string.warnings());
    add(string.values());
    if (values.containsKey(Keyword.APPLICATION_NAME)) {
      warnings.add("application_name is ignored: our session is always called vacuum-advisor.");
    }
  }

  void addOptions(Map<String, String> options) throws SourceException {
    var rest = new HashMap<>(options);
    var database = rest.remove(Keyword.DBNAME.label());
    if (database != null && !database.isBlank()) {
      addString(database.strip());
    }
    for (var option : rest.entrySet()) {
      var keyword =
          Keyword.of(option.getKey()).orElseThrow(() -> KeywordString.unknown(option.getKey()));
      values.putIfAbsent(keyword, option.getValue());
    }
  }

  void addService() throws SourceException {
    var name = setting(Keyword.SERVICE, "PGSERVICE");
    if (name.isPresent()) {
      add(
          ServiceFile.service(
              name.get(), setting(Keyword.SERVICEFILE, "PGSERVICEFILE"), environment));
    }
  }

  void addEnvironment() {
    for (var keyword : Keyword.values()) {
      keyword
          .variable()
          .flatMap(environment::variable)
          .ifPresent(value -> values.putIfAbsent(keyword, value));
    }
  }

  Map<Keyword, String> values() throws SourceException {
    for (var value : values.entrySet()) {
      if (value.getKey().fate() == Keyword.Fate.REFUSED && asksForMore(value)) {
        throw new SourceException(
            "%s=%s is not supported: the driver cannot do that, and going on without it would not be what you asked for. Leave it out%s."
                .formatted(
                    value.getKey().label(),
                    value.getKey().isSecret() ? "…" : SafeText.of(value.getValue()),
                    value.getKey().variable().map(name -> ", or unset " + name).orElse("")));
      }
    }
    return values;
  }

  List<String> warnings() {
    return warnings;
  }

  private static boolean asksForMore(Map.Entry<Keyword, String> value) {
    return !value.getValue().isEmpty()
        && !(value.getKey() == Keyword.SSL_MIN_PROTOCOL_VERSION
            && HARMLESS_MINIMUM.contains(value.getValue()))
        && !(value.getKey() == Keyword.SSL_MAX_PROTOCOL_VERSION
            && HARMLESS_MAXIMUM.contains(value.getValue()));
  }

  private Optional<String> setting(Keyword keyword, String variable) {
    return Optional.ofNullable(values.get(keyword))
        .filter(value -> !value.isEmpty())
        .or(() -> environment.variable(variable));
  }

  private void add(Map<Keyword, String> layer) {
    layer.forEach(values::putIfAbsent);
  }
}
