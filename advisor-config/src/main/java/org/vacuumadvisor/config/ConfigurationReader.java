package org.vacuumadvisor.config;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;
import org.vacuumadvisor.advice.IgnoreRule;
import org.vacuumadvisor.diagnosis.rule.RuleBook;
import org.vacuumadvisor.report.TerminalText;

/// Reads a configuration file in TOML. Each mistake is told with its line and column, and with what
/// to write.
final class ConfigurationReader {
  private static final Pattern PASSWORD =
      Pattern.compile("(?i)\\b(ssl)?password\\s*=|^\\w+://[^/@]*:[^/@]*@");

  private static final Map<String, Check> DEFAULTS =
      Map.of(
          "format",
          ConfigurationReader::format,
          "sample",
          ConfigurationReader::time,
          "verbose",
          text -> choice(text, "true", "false"));

  private static final Map<String, Check> LIMITS =
      Map.of(
          "timeout",
          ConfigurationReader::time,
          "fail-on",
          text -> choice(text, "critical", "warning", "advice", "info", "never"),
          "min-severity",
          text -> choice(text, "critical", "warning", "advice", "info"));

  private static final Set<String> SECTIONS = Set.of("connections", "defaults", "limits", "ignore");

  private static final Set<String> IGNORE =
      Set.of("finding", "table", "database", "until", "reason");

  private final Path path;

  private ConfigurationReader(Path path) {
    this.path = path;
  }

  /// Whether a value may be written there: if not, what to write instead.
  private interface Check {
    Optional<String> wrong(String value);
  }

  static Configuration read(Path path) {
    return new ConfigurationReader(path).read();
  }

  private Configuration read() {
    try {
      var file = Toml.parse(path);
      for (var error : file.errors()) {
        throw mistake(error.position(), String.valueOf(error.getMessage()));
      }
      checkKeys(file, SECTIONS, "the file");
      var options = new HashMap<String, String>();
      options(file, "defaults", DEFAULTS, options);
      options(file, "limits", LIMITS, options);
      return new Configuration(connections(file), options, ignored(file));
    } catch (NoSuchFileException _) {
      throw new ConfigurationMistake(
          "VACUUM_ADVISOR_CONFIG names %s: there is no such file."
              .formatted(shown(path.toString())));
    } catch (IOException unreadable) {
      throw new ConfigurationMistake(
          "Cannot read %s: %s. VACUUM_ADVISOR_CONFIG names another file, or none if it is empty."
              .formatted(shown(path.toString()), shown(String.valueOf(unreadable.getMessage()))));
    }
  }

  private Map<String, String> connections(TomlTable file) {
    var table = table(file, "connections");
    var found = new HashMap<String, String>();
    for (var name : table.keySet()) {
      if (!(table.get(List.of(name)) instanceof String text)) {
        throw mistake(
            position(table, name),
            "write %s = \"host=db1 user=monitor dbname=shop\", a connection string or URI"
                .formatted(shown(name)));
      }
      if (PASSWORD.matcher(text).find()) {
        throw mistake(
            position(table, name),
            "passwords do not belong in this file. Write host:port:database:user:password into"
                + " ~/.pgpass instead (chmod 600), and take the password out here");
      }
      found.put(name, text);
    }
    return found;
  }

  private void options(
      TomlTable file, String section, Map<String, Check> known, Map<String, String> options) {
    var table = table(file, section);
    checkKeys(table, known.keySet(), "[" + section + "]");
    for (var key : table.keySet()) {
      var value = String.valueOf(table.get(List.of(key)));
      known
          .getOrDefault(key, _ -> Optional.empty())
          .wrong(value)
          .ifPresent(why -> {
            throw mistake(position(table, key), shown(key) + ": " + shown(why));
          });
      options.put("--" + key, value);
    }
  }

  private List<IgnoreRule> ignored(TomlTable file) {
    if (!file.contains(List.of("ignore"))) {
      return List.of();
    }
    if (!file.isArray(List.of("ignore"))) {
      throw mistake(position(file, "ignore"), "write [[ignore]], once for each finding to ignore");
    }
    var rules = new ArrayList<IgnoreRule>();
    var array = file.getArrayOrEmpty(List.of("ignore"));
    for (int at = 0; at < array.size(); at++) {
      if (!(array.get(at) instanceof TomlTable table)) {
        throw mistake(
            array.inputPositionOf(at), "write [[ignore]], once for each finding to ignore");
      }
      rules.add(rule(table, array.inputPositionOf(at)));
    }
    return rules;
  }

  private IgnoreRule rule(TomlTable table, TomlPosition begin) {
    checkKeys(table, IGNORE, "[[ignore]]");
    if (!(table.get(List.of("until")) instanceof LocalDate until)) {
      var position = table.inputPositionOf(List.of("until"));
      throw mistake(
          position == null ? begin : position,
          "say until when the finding is ignored, without quotes: until = 2027-03-31");
    }
    var finding =
        needed(table, begin, "finding", "the id of a finding, such as autovacuum-disabled");
    if (!RuleBook.ids().contains(finding)) {
      throw mistake(
          position(table, "finding"),
          "there is no finding '%s': write an id as the details show it".formatted(shown(finding)));
    }
    return new IgnoreRule(
        finding,
        text(table, "table"),
        text(table, "database"),
        until,
        needed(table, begin, "reason", "why that is all right, for whoever reads the report"));
  }

  private String needed(TomlTable table, TomlPosition begin, String key, String what) {
    return text(table, key)
        .filter(each -> !each.isBlank())
        .orElseThrow(() -> mistake(begin, "%s = \"…\" is missing: %s".formatted(key, what)));
  }

  private Optional<String> text(TomlTable table, String key) {
    var value = table.get(List.of(key));
    if (value != null && !(value instanceof String)) {
      throw mistake(position(table, key), "%s is a text in quotes".formatted(key));
    }
    return Optional.ofNullable((String) value);
  }

  private TomlTable table(TomlTable file, String section) {
    if (file.contains(List.of(section)) && !file.isTable(List.of(section))) {
      throw mistake(position(file, section), "write [%s] on a line of its own".formatted(section));
    }
    return file.getTableOrEmpty(List.of(section));
  }

  private void checkKeys(TomlTable table, Set<String> known, String where) {
    for (var key : table.keySet()) {
      if (!known.contains(key)) {
        throw mistake(
            position(table, key),
            "there is no %s in %s: write %s"
                .formatted(
                    shown(key),
                    where,
                    new TreeSet<>(known).stream().collect(Collectors.joining(", "))));
      }
    }
  }

  private static @Nullable TomlPosition position(TomlTable table, String key) {
    return table.inputPositionOf(List.of(key));
  }

  private ConfigurationMistake mistake(@Nullable TomlPosition position, String why) {
    var where =
        position == null
            ? ""
            : ", line %d, column %d".formatted(position.line(), position.column());
    return new ConfigurationMistake(
        "%s%s: %s.".formatted(shown(path.toString()), where, why.replaceAll("\\.$", "")));
  }

  private static Optional<String> format(String text) {
    return choice(text, "text", "json", "markdown", "html", "sql", "check");
  }

  private static Optional<String> choice(String text, String... choices) {
    return List.of(choices).contains(text)
        ? Optional.empty()
        : Optional.of(
            "'%s' is none of these: write %s".formatted(text, String.join(", ", choices)));
  }

  private static Optional<String> time(String text) {
    try {
      Times.of(text);
      return Optional.empty();
    } catch (IllegalArgumentException wrong) {
      return Optional.of(String.valueOf(wrong.getMessage()));
    }
  }

  private static String shown(String text) {
    return TerminalText.escaped(text);
  }
}
