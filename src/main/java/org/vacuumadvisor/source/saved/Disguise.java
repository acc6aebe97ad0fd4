package org.vacuumadvisor.source.saved;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.catalogue.Catalogue;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.source.OptionsText;
import org.vacuumadvisor.source.Row;
import org.vacuumadvisor.unit.Resource;

/// What stands in the place of a cell so that it gives no name away. The catalogue names a mask for
/// each column; columns of one name are treated the same in all rows.
final class Disguise {
  /// Dates, times and numbers are made of these, and of the words of an interval.
  private static final Pattern FIGURE =
      Pattern.compile(
          "[-+]?[0-9][-+0-9:. ]*([eE][-+]?[0-9]+)?|[0-9A-F]+/[0-9A-F]+|t|f|true|false|NaN"
              + "|([-+0-9:.]+|years?|mons?|days?|BC| )+");

  private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9.]{1,30}([eE][-+]?[0-9]{1,3})?");
  private static final Pattern LOCALE =
      Pattern.compile("C|POSIX|C\\.UTF-8|[a-z]{2}_[A-Z]{2}(\\.(UTF-8|utf8))?");

  /// Such elements of `reloptions` PostgreSQL prints without quotes.
  private static final Pattern OWN_OPTION =
      Pattern.compile(
          "(autovacuum_[a-z_]+|log_auto[a-z_]+|vacuum_[a-z_]+|fillfactor|parallel_workers"
              + "|toast_tuple_target|user_catalog_table|deduplicate_items|fastupdate|buffering"
              + "|gin_pending_list_limit|pages_per_range|autosummarize)=[-+.A-Za-z0-9]{1,30}");

  private static final Pattern VERSION =
      Pattern.compile("[0-9]+(\\.[0-9]+)*((alpha|beta|rc)[0-9]+|devel)?");
  private static final String FORCED = " (to prevent wraparound";

  private static final Map<String, String> MASKS =
      Catalogue.columns().stream()
          .filter(each -> !each.mask().isEmpty())
          .collect(
              Collectors.toUnmodifiableMap(
                  Catalogue.Column::name, Catalogue.Column::mask, (_, later) -> later));

  private static final Map<String, Set<String>> HARMLESS = harmless();

  private Disguise() {}

  private static Map<String, Set<String>> harmless() {
    var all = new HashMap<String, Set<String>>();
    var of = "";
    for (var line : Resource.lines(Disguise.class, "harmless.txt")) {
      of = line.startsWith(" ") ? of : line.substring(0, line.indexOf(':'));
      var words = line.substring(line.indexOf(' ') + 1).split(" ", -1);
      all.computeIfAbsent(of, _ -> new HashSet<>()).addAll(List.of(words));
    }
    return all;
  }

  /// Names that may be shown under a mask, or the words of which sentences may be made.
  static Set<String> harmless(String mask) {
    return HARMLESS.getOrDefault(mask, Set.of());
  }

  /// The mask of a column; one that lets nothing pass for a column we do not know.
  static String mask(String column) {
    return MASKS.getOrDefault(column, "");
  }

  /// What stands in the cell's place; null for nothing.
  static @Nullable String over(String mask, String cell, Row row, Pseudonyms names) {
    return switch (mask) {
      case "" -> null;
      case "figure" -> FIGURE.matcher(cell).matches() ? cell : null;
      case "word" -> cell;
      case "database" -> names.database(cell);
      case "schema" -> names.schema(cell);
      case "relation" -> names.relation(cell, row);
      case "index" -> names.index(cell, row);
      case "column" -> "column_" + row.count("attnum").or(0L);
      case "role" -> names.role(cell);
      case "wait" -> harmless(mask).contains(cell) ? cell : null;
      case "backend" ->
          harmless(mask).contains(cell.replace(' ', '_')) ? cell : "background worker";
      case "options" -> options(cell);
      case "task" -> task(cell, row);
      case "number" -> number(cell);
      case "version" -> version(cell);
      case "setting" -> setting(cell, row);
      case "file" -> {
        var name = cell.substring(Math.max(cell.lastIndexOf('/'), cell.lastIndexOf('\\')) + 1);
        yield harmless(mask).contains(name) ? name : names.numbered(mask, cell);
      }
      default -> harmless(mask).contains(cell) ? cell : names.numbered(mask, cell);
    };
  }

  /// `reloptions` with PostgreSQL's own storage parameters only: those of an extension's access
  /// method may name columns.
  private static String options(String array) {
    return OptionsText.elements(array).stream()
        .filter(each -> OWN_OPTION.matcher(each).matches())
        .collect(Collectors.joining(",", "{", "}"));
  }

  /// What a worker of autovacuum says it does, without the name of the table: `autovacuum: VACUUM
  /// ANALYZE table (to prevent wraparound)`, from `autovac_report_activity()` in `autovacuum.c`.
  private static String task(String task, Row row) {
    var what =
        task.startsWith(Backend.WORKER_TASK) ? task.substring(Backend.WORKER_TASK.length()) : "";
    var verb =
        Stream.of("VACUUM ANALYZE ", "VACUUM ", "ANALYZE ", "BRIN summarize ")
            .filter(what::startsWith)
            .findFirst()
            .orElse("");
    var table = row.count("relid").known().map(oid -> "table_" + oid).orElse("table");
    return Backend.WORKER_TASK + verb + table + (task.contains(FORCED) ? FORCED + ")" : "");
  }

  /// A version without the name of whoever built it: `18.6` of `18.6 (built for example.com)`.
  private static String number(String version) {
    var number = VERSION.matcher(version);
    return number.lookingAt() ? number.group() : "0";
  }

  /// `PostgreSQL 18.6` of what `version()` says. What tells a managed service stays.
  private static String version(String version) {
    var rest = version.startsWith("PostgreSQL ") ? version.substring("PostgreSQL ".length()) : "";
    var lower = version.toLowerCase(Locale.ROOT);
    return Stream.concat(
            Stream.of("PostgreSQL " + number(rest)),
            Stream.of("aurora", "alloydb", "neon").filter(lower::contains))
        .collect(Collectors.joining(" "));
  }

  /// Whether a row's setting is PostgreSQL's own or tells a managed service. Whatever has a dot in
  /// its name was made up by an extension or a user.
  static boolean mayPass(Row setting) {
    return setting
        .text("name")
        .is(name -> !name.contains(".") || Provider.detect(Set.of(name), "").isManaged());
  }

  /// A value without paths, names of slots or a prefix of log lines; nothing where there may be
  /// one. A provider is known by the name of a setting, which needs some value to be there.
  private static @Nullable String setting(String value, Row row) {
    boolean isHarmless =
        value.isEmpty()
            || NUMBER.matcher(value).matches()
            || LOCALE.matcher(value).matches()
            || Stream.of(value.split(",", -1))
                .allMatch(each -> harmless("setting").contains(each.strip()));
    return isHarmless ? value : row.text("name").or("").contains(".") ? "" : null;
  }
}
