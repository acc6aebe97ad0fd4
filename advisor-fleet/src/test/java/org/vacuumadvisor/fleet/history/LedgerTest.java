package org.vacuumadvisor.fleet.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveWriter;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.report.render.TextRenderer;
import org.vacuumadvisor.source.SourceException;
import tools.jackson.databind.json.JsonMapper;

class LedgerTest {
  private static final Instant NIGHT = Instant.parse("2026-11-20T02:00:00Z");

  @TempDir private Path folder;

  @Test
  void chargesTheHolderForWhatVacuumsHadToKeep() throws SourceException {
    try (var writer = ArchiveWriter.open(folder)) {
      watch(writer, 0, 240, 60, 180, "report");
      run(writer, 30, 0);
      run(writer, 90, 6_000);
      run(writer, 150, 9_000);
      run(writer, 210, 0);
      writer.commit();
    }

    var entries = ledger().entries();

    // 6,000 rows from minute 90 to 150; 9,000 from 150 to 180, and then nobody held on.
    var holder = entries.stream().filter(each -> each.holder().isPresent()).toList();
    assertEquals(1, holder.size(), entries.toString());
    assertEquals("report", holder.getFirst().application().orElseThrow());
    assertEquals(6_000 + 4_500, holder.getFirst().deadRowHours(), 1);
    var nobody = entries.stream().filter(each -> each.holder().isEmpty()).toList();
    assertEquals(4_500, nobody.getFirst().deadRowHours(), 1);
    assertTrue(nobody.getFirst().wasWatched());
  }

  @Test
  void saysThatNobodyLooked() throws SourceException {
    try (var writer = ArchiveWriter.open(folder)) {
      run(writer, 90, 6_000);
      run(writer, 150, 0);
      writer.commit();
    }

    var ledger = ledger();

    assertEquals(1, ledger.entries().size());
    assertEquals(false, ledger.entries().getFirst().wasWatched());
    assertEquals(6_000, ledger.entries().getFirst().deadRowHours(), 1);
    assertEquals(OptionalDouble.of(0), ledger.attributed());
  }

  @Test
  void chargesForDeadRowsOfTablesVacuumedDuringTheHold() throws SourceException {
    try (var writer = ArchiveWriter.open(folder)) {
      watch(writer, 0, 180, 30, 150, "report");
      table(writer, "before", 0, 1_000, -60);
      table(writer, "during", 60, 3_000, 60);
      table(writer, "during", 120, 5_000, 120);
      table(writer, "unknown", 60, null, 60);
      writer.commit();
    }

    var entries = ledger().entries();

    assertEquals(1, entries.size(), entries.toString());
    assertEquals(3_000 + 2_500, entries.getFirst().deadRowHours(), 60);
    assertEquals(1, entries.getFirst().tables());
  }

  /// Rows that die at a steady rate during a hold, and the area below that line.
  @Test
  void chargesForHalfTheTimeForRowsThatDiedBetweenTwoSurveys() throws SourceException {
    try (var writer = ArchiveWriter.open(folder)) {
      watch(writer, 0, 180, 60, 120, "report");
      for (int minute = 0; minute <= 170; minute += 10) {
        survey(writer, minute);
        boolean isHeld = minute > 60 && minute <= 120;
        table(writer, "orders", minute, isHeld ? (minute - 60) * 100 : 0, minute);
      }
      writer.commit();
    }

    var entries = ledger().entries();

    assertEquals(1, entries.size(), entries.toString());
    assertEquals(6_000 / 2, entries.getFirst().deadRowHours(), 1);
  }

  /// A table that did not change has no row, though there were surveys.
  @Test
  void takesRowsToHaveDiedSinceTheLastSurveyAlone() throws SourceException {
    try (var writer = ArchiveWriter.open(folder)) {
      watch(writer, 0, 180, 0, 180, "report");
      for (int minute = 0; minute <= 170; minute += 10) {
        survey(writer, minute);
      }
      table(writer, "orders", 0, 0, 0);
      table(writer, "orders", 120, 6_000, 120);
      writer.commit();
    }

    // 6,000 rows from minute 120 on to the last look, and half of them for ten minutes before.
    assertEquals(5_900 + 500, ledger().entries().getFirst().deadRowHours(), 1);
  }

  @Test
  void takesASlotForTheSameWhenItsConsumerGoes() throws SourceException {
    try (var writer = ArchiveWriter.open(folder)) {
      watch(writer, 0, 180, 0, 0, "none");
      for (int minute = 30; minute < 150; minute++) {
        var slot = new HashMap<String, Object>();
        slot.put("cluster", "db1");
        slot.put("time", at(minute));
        slot.put("kind", "slot");
        slot.put("name", "replica");
        slot.put("reach", "all");
        slot.put("oldest", true);
        if (minute < 90) {
          slot.put("pid", 4711L);
        } else {
          slot.put("since", at(90));
        }
        writer.add(Dataset.HOLDERS, row(Dataset.HOLDERS, slot));
      }
      table(writer, "during", 60, 3_000, 60);
      writer.commit();
    }

    // Vacuumed before the consumer went, and the rows are kept on.
    assertEquals(3_000 * 1.5, ledger().entries().getFirst().deadRowHours(), 60);
  }

  @Test
  void chargesNoSlotOfCatalogsForTables() throws SourceException {
    try (var writer = ArchiveWriter.open(folder)) {
      watch(writer, 0, 180, 30, 150, "report");
      for (int minute = 0; minute < 180; minute++) {
        writer.add(
            Dataset.HOLDERS,
            row(
                Dataset.HOLDERS,
                Map.of(
                    "cluster", "db1",
                    "time", at(minute),
                    "kind", "slot",
                    "name", "old",
                    "reach", "catalogs",
                    "xid_age", 9_999_999L,
                    "oldest", true)));
      }
      table(writer, "during", 60, 3_000, 60);
      writer.commit();
    }

    var entries = ledger().entries();

    assertEquals(1, entries.size(), entries.toString());
    assertEquals("session of night", entries.getFirst().holder().orElseThrow());
  }

  @Test
  void tellsItInAReport() throws SourceException {
    try (var writer = ArchiveWriter.open(folder)) {
      watch(writer, 0, 240, 60, 240, "report");
      run(writer, 90, 6_000);
      run(writer, 150, 9_000);
      table(writer, "other", 60, 10L, 60);
      writer.commit();
    }
    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      var text =
          new TextRenderer(120, TextRenderer.Colour.OFF)
              .render(HistoryReport.of(Past.of(archive, question(Optional.of("orders")))));

      assertTrue(text.contains("session of night"), text);
      assertTrue(text.contains("9,000"), text);
      assertTrue(text.contains("As of 2026-11-20 06:00:00 UTC"), text);
    }
  }

  @Test
  void tellsItInJson() throws Exception {
    try (var writer = ArchiveWriter.open(folder)) {
      watch(writer, 0, 240, 60, 240, "report");
      run(writer, 90, 6_000);
      table(writer, "other", 60, 10L, 60);
      writer.commit();
    }
    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      var json = new StringWriter();
      HistoryJson.write(Past.of(archive, question(Optional.of("orders"))), json);
      var document = new JsonMapper().readTree(json.toString());

      assertEquals(
          List.of(),
          SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
              .getSchema(HistoryJson.class.getResourceAsStream("history.schema.json"))
              .validate(document)
              .stream()
              .map(Object::toString)
              .toList());
      assertEquals(6_000, document.get("runs").get(0).get("keptDeadRows").asInt());
      assertEquals(
          "session of night", document.get("deadRowHours").get(0).get("holder").asString());
    }
  }

  private Ledger ledger() throws SourceException {
    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      return Ledger.of(archive, question(Optional.empty()));
    }
  }

  private static Question question(Optional<String> table) {
    return new Question(
        NIGHT.plus(Duration.ofHours(4)), Duration.ofDays(1), Optional.empty(), table);
  }

  /// Looks every minute, with a session that holds the oldest xmin for a part of the time.
  private static void watch(
      ArchiveWriter writer, int from, int to, int holdFrom, int holdTo, String application)
      throws SourceException {
    for (int minute = from; minute < to; minute++) {
      writer.add(
          Dataset.SERVERS,
          row(Dataset.SERVERS, Map.of("cluster", "db1", "time", at(minute), "state", "seen")));
      if (minute >= holdFrom && minute < holdTo) {
        writer.add(
            Dataset.HOLDERS,
            row(
                Dataset.HOLDERS,
                Map.of(
                    "cluster",
                    "db1",
                    "database",
                    "shop",
                    "time",
                    at(minute),
                    "kind",
                    "session",
                    "pid",
                    4711L,
                    "user_name",
                    "night",
                    "application",
                    application,
                    "since",
                    at(holdFrom),
                    "oldest",
                    true)));
      }
    }
  }

  private static void survey(ArchiveWriter writer, int minute) throws SourceException {
    writer.add(
        Dataset.SERVERS,
        row(Dataset.SERVERS, Map.of("cluster", "db1", "time", at(minute), "state", "surveyed")));
  }

  private static void run(ArchiveWriter writer, int minute, long kept) throws SourceException {
    writer.add(
        Dataset.RUNS,
        row(
            Dataset.RUNS,
            Map.of(
                "cluster", "db1",
                "database", "shop",
                "schema", "public",
                "table_name", "orders",
                "time", at(minute),
                "kind", "vacuum",
                "tuples_dead_not_removable", kept)));
  }

  private static void table(
      ArchiveWriter writer, String name, int minute, @Nullable Number dead, int vacuumed)
      throws SourceException {
    var cells = new HashMap<String, Object>();
    cells.put("cluster", "db1");
    cells.put("database", "shop");
    cells.put("schema", "public");
    cells.put("table_name", name);
    cells.put("time", at(minute));
    if (dead != null) {
      cells.put("n_dead_tup", dead.longValue());
    }
    cells.put("last_autovacuum", at(vacuumed));
    writer.add(Dataset.TABLES, row(Dataset.TABLES, cells));
  }

  private static List<Object> row(Dataset dataset, Map<String, Object> cells) {
    return Arrays.asList(dataset.fields().stream().map(field -> cells.get(field.name())).toArray());
  }

  private static Instant at(int minute) {
    return NIGHT.plus(Duration.ofMinutes(minute));
  }
}
