package org.vacuumadvisor.source.saved;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.source.OptionsText;
import org.vacuumadvisor.source.Row;

/// Texts of PostgreSQL with what people put into them left out.
final class TextDisguise {
  /// Such elements of `reloptions` PostgreSQL prints without quotes.
  private static final Pattern OWN_OPTION =
      Pattern.compile(
          "(autovacuum_[a-z_]+|log_auto[a-z_]+|vacuum_[a-z_]+|fillfactor|parallel_workers"
              + "|toast_tuple_target|user_catalog_table|deduplicate_items|fastupdate|buffering"
              + "|gin_pending_list_limit|pages_per_range|autosummarize)=[-+.A-Za-z0-9]{1,30}");

  private static final Pattern VERSION =
      Pattern.compile("[0-9]+(\\.[0-9]+)*((alpha|beta|rc)[0-9]+|devel)?");
  private static final String FORCED = " (to prevent wraparound";

  private TextDisguise() {}

  /// `reloptions` with PostgreSQL's own storage parameters only: those of an extension's access
  /// method may name columns.
  static String options(String array) {
    return OptionsText.elements(array).stream()
        .filter(each -> OWN_OPTION.matcher(each).matches())
        .collect(Collectors.joining(",", "{", "}"));
  }

  /// What a worker of autovacuum says it does, without the name of the table: `autovacuum: VACUUM
  /// ANALYZE table (to prevent wraparound)`, from `autovac_report_activity()` in `autovacuum.c`.
  static String task(String task, Row row) {
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
  static String number(String version) {
    var number = VERSION.matcher(version);
    return number.lookingAt() ? number.group() : "0";
  }

  /// `PostgreSQL 18.6` of what `version()` says. What tells a managed service stays.
  static String version(String version) {
    var rest = version.startsWith("PostgreSQL ") ? version.substring("PostgreSQL ".length()) : "";
    var lower = version.toLowerCase(Locale.ROOT);
    return Stream.concat(
            Stream.of("PostgreSQL " + number(rest)),
            Stream.of("aurora", "alloydb", "neon").filter(lower::contains))
        .collect(Collectors.joining(" "));
  }
}
