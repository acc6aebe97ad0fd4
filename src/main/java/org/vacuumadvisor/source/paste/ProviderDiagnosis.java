package org.vacuumadvisor.source.paste;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.table.Grid;
import org.vacuumadvisor.source.paste.table.HeadingUnit;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Gathered;

/// The result of Amazon's `postgres_get_av_diag()`: in each row somebody who keeps an aggressive
/// vacuum from freezing, of which kind, and how far autovacuum is behind because of it. So far back
/// its horizon reaches at least. What Amazon suggests is not taken for granted.
final class ProviderDiagnosis {
  private static final Pattern PID =
      Pattern.compile("pg_(?:terminate|cancel)_backend\\s*\\(\\s*(?<pid>\\d{1,9})\\s*\\)");

  private ProviderDiagnosis() {}

  static boolean take(Grid grid, Gathered to) {
    var names = grid.header().stream().map(HeadingUnit::normal).toList();
    if (!names.contains("blocker") || !names.contains("blocker_identifier")) {
      return false;
    }
    for (var row : grid.rows()) {
      take(new Row(names, row), to);
    }
    return true;
  }

  private record Row(List<String> names, Grid.Cells cells) {
    Optional<String> value(String name) {
      int at = names.indexOf(name);
      return at < 0 || at >= cells.values().size()
          ? Optional.empty()
          : Optional.ofNullable(cells.values().get(at)).filter(each -> !each.isBlank());
    }

    Entry entry() {
      return Entry.at(cells.line());
    }
  }

  private static void take(Row row, Gathered to) {
    var kind = row.value("blocker").orElse("").toLowerCase(Locale.ROOT);
    if (kind.startsWith("active") || kind.startsWith("idle in transaction")) {
      session(row, kind.startsWith("active") ? "active" : "idle in transaction", to);
    } else if (kind.startsWith("prepared")) {
      var entry = named(row, "gid", "xid_age");
      row.value("database").ifPresent(each -> entry.put("database", each, entry.line()));
      add(Topic.PREPARED_TRANSACTIONS, entry, to);
    } else if (kind.contains("logical replication slot")) {
      var entry = named(row, "slot_name", "catalog_xmin_age");
      entry.put("slot_type", "logical", entry.line());
      add(Topic.REPLICATION_SLOTS, entry, to);
    } else if (kind.contains("physical replication slot")) {
      var entry = named(row, "slot_name", "xmin_age");
      entry.put("slot_type", "physical", entry.line());
      add(Topic.REPLICATION_SLOTS, entry, to);
    } else if (kind.contains("replica")) {
      add(Topic.STANDBYS, named(row, "application_name", "xmin_age"), to);
    }
  }

  private static void session(Row row, String state, Gathered to) {
    var entry = row.entry();
    int line = entry.line();
    entry.put("state", state, line);
    entry.put("backend_type", "client backend", line);
    row.value("database").ifPresent(each -> entry.put("datname", each, line));
    row.value("blocker_identifier").ifPresent(each -> entry.put("query", each, line));
    var pid = PID.matcher(row.value("suggested_action").orElse(""));
    if (pid.find()) {
      entry.put("pid", pid.group("pid"), line);
    }
    behind(row).ifPresent(each -> entry.put("xmin_age", each, line));
    row.value("wait_event")
        .map(each -> each.split(":", 2))
        .filter(each -> each.length == 2)
        .ifPresent(each -> {
          entry.put("wait_event_type", each[0].strip(), line);
          entry.put("wait_event", each[1].strip(), line);
        });
    add(Topic.SESSIONS, entry, to);
  }

  private static Entry named(Row row, String name, String age) {
    var entry = row.entry();
    entry.put(name, row.value("blocker_identifier").orElse(""), entry.line());
    behind(row).ifPresent(each -> entry.put(age, each, entry.line()));
    return entry;
  }

  private static Optional<String> behind(Row row) {
    return row.value("autovacuum_lagging_by")
        .flatMap(Figures::count)
        .filter(each -> each >= 0)
        .map(each -> Long.toString(each));
  }

  private static void add(Topic topic, Entry entry, Gathered to) {
    to.see(topic);
    to.add(topic, entry);
  }
}
