package org.vacuumadvisor.fleet.history;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveWriter;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.fleet.judged.Verdicts.Freshness;
import org.vacuumadvisor.report.render.HtmlRenderer;
import org.vacuumadvisor.report.render.TextRenderer;
import org.vacuumadvisor.source.SourceException;
import tools.jackson.databind.json.JsonMapper;

class FleetReportTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @TempDir private Path folder;

  @Test
  void ranksClustersAndGroupsTheirProblems() throws Exception {
    try (var writer = ArchiveWriter.open(folder)) {
      for (int each = 0; each < 38; each++) {
        surveyed(writer, "c%02d".formatted(each), "needs_attention");
        finding(writer, "c%02d".formatted(each), "xmin-held-by-slot", "warning");
      }
      surveyed(writer, "fine", "healthy");
      surveyed(writer, "near", "act_now");
      finding(writer, "near", "wraparound-near", "critical");
      writer.add(
          Dataset.SERVERS,
          row(
              Dataset.SERVERS,
              Map.of(
                  "cluster",
                  "gone",
                  "time",
                  NOW.minusSeconds(60),
                  "state",
                  "failed",
                  "reason",
                  "refused")));
      writer.add(
          Dataset.RUNS,
          row(
              Dataset.RUNS,
              Map.of("cluster", "logged", "time", NOW.minusSeconds(60), "kind", "vacuum")));
      writer.commit();
    }

    var fleet = fleet();
    var text = text(fleet);
    var clusters =
        text.lines()
            .dropWhile(line -> !line.contains("most urgent first"))
            .takeWhile(line -> !line.contains("Problems, the worst"))
            .toList();

    assertEquals(Optional.of(Severity.CRITICAL), fleet.worst());
    assertTrue(text.contains("42 clusters: 1 act now"), text);
    assertTrue(
        text.lines().anyMatch(line -> line.contains("38") && line.contains("xmin-held-by-slot")),
        text);
    assertTrue(at(clusters, "near") < at(clusters, "c00"), text);
    assertTrue(at(clusters, "c36") < at(clusters, "c37"), text);
    assertTrue(text.contains("gone: could not be seen: refused"), text);
    assertTrue(text.contains("healthy: fine"), text);
    assertTrue(text.contains("logged: not judged whole"), text);
    var members = IntStream.range(0, 38).mapToObj("c%02d"::formatted).collect(joining(", "));
    assertTrue(text.replaceAll("\\s+", " ").contains("warning: " + members), text);
    assertEquals(Condition.ACT_NOW, fleet.condition());
    assertTrue(
        FleetReport.checkLine(fleet).startsWith("VACUUM CRITICAL - 42 clusters: 1 act now"),
        FleetReport.checkLine(fleet));
    assertTrue(
        FleetReport.checkLine(fleet)
            .endsWith("clusters=42 act_now=1 needs_attention=38 not_judged=1 failed=1 stale=0"),
        FleetReport.checkLine(fleet));
    keepsToItsSchema(fleet);
  }

  @Test
  void saysHowFarAnEmergencyIsInEveryForm() throws Exception {
    try (var writer = ArchiveWriter.open(folder)) {
      surveyed(writer, "near", "act_now");
      finding(writer, "near", "xmin-held-by-prepared", "warning", "cause");
      finding(writer, "near", "wraparound-near", "critical", "emergency");
      ages(writer, "near");
      writer.commit();
    }
    // 48 million are left, a million is used an hour.
    var until = "writes stop in 2 days, 48 million transactions";

    assertTrue(FleetReport.checkLine(fleet()).contains("First: near (" + until + ")"));
    for (var renderer :
        List.of(new TextRenderer(120, TextRenderer.Colour.OFF), new HtmlRenderer())) {
      var ranked = renderer.render(FleetReport.of(fleet(), 50));
      assertInOrder(ranked, "near: wraparound-near is wrong", "because: xmin-held-by", until);
      try (var archive = Archive.open(folder, Archive.Span.ALL)) {
        var question = Question.of(NOW, Duration.ofDays(1));
        var history = renderer.render(HistoryReport.of(Past.of(archive, question)));
        assertInOrder(history, "wraparound-near is wrong", until, "Who kept dead rows");
      }
    }
  }

  private static void assertInOrder(String text, String... pieces) {
    int at = 0;
    for (var piece : pieces) {
      int found = text.indexOf(piece, at);
      assertTrue(found >= 0, () -> piece + " is not behind the others in " + text);
      at = found;
    }
  }

  @Test
  void aGroupSaysHowGraveItIsInEachCluster() throws Exception {
    try (var writer = ArchiveWriter.open(folder)) {
      for (var severity : List.of("critical", "warning")) {
        surveyed(writer, "is-" + severity, "needs_attention");
        finding(writer, "is-" + severity, "wraparound-near", severity);
      }
      writer.commit();
    }

    var text = text();

    assertTrue(text.contains("wraparound-near: 2 clusters, 1 of them critical"), text);
    assertTrue(text.contains("critical: is-critical"), text);
    assertTrue(text.contains("warning: is-warning"), text);
  }

  @Test
  void aRowSaysTheWorstSinceWhenAndWhatMendingSaves() throws Exception {
    try (var writer = ArchiveWriter.open(folder)) {
      surveyed(writer, "shop", "needs_attention");
      finding(writer, "shop", "naptime-too-long", "warning");
      writer.commit();
    }

    assertInOrder(
        text(),
        "shop: naptime-too-long is wrong",
        "since 2026-11-20 09:00:00 UTC",
        "mending saves most dead rows at a time in public.orders: 96,000 → 16,000",
        "Mend naptime-too-long");
  }

  @Test
  void aFleetThatNobodyLooksAtIsUnknownAndTheReasonIsSaidOnce() throws Exception {
    try (var writer = ArchiveWriter.open(folder)) {
      for (var name : List.of("a", "b", "c")) {
        surveyed(writer, name, "healthy");
      }
      writer.commit();
    }
    var later = Question.of(NOW.plus(Duration.ofMinutes(20)), Duration.ofDays(1));
    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      assertTrue(FleetReport.checkLine(fleet()).startsWith("VACUUM OK - 3 clusters: 3 healthy."));
      var fleet = Fleet.of(archive, later, Freshness.STANDARD);

      assertEquals(Condition.NOTHING_TO_JUDGE, fleet.condition());
      assertEquals(
          "VACUUM UNKNOWN - 3 clusters: 3 not seen lately. First: a, b, c"
              + " | clusters=3 act_now=0 needs_attention=0 not_judged=0 failed=0 stale=3",
          FleetReport.checkLine(fleet));
      var text = text(fleet);
      var reason = "3 clusters: nobody looked lately: see that watch runs. a, b, c";
      assertEquals(text.indexOf(reason), text.lastIndexOf("nobody looked lately") - 12, text);
    }
  }

  @Test
  void saysNothingOfIdsWhereAnotherProblemLeads() throws Exception {
    try (var writer = ArchiveWriter.open(folder)) {
      surveyed(writer, "bloated", "needs_attention");
      finding(writer, "bloated", "heap-bloat", "warning");
      ages(writer, "bloated");
      writer.commit();
    }

    var text = text();

    assertTrue(text.contains("bloated: heap-bloat is wrong"), text);
    assertFalse(text.contains("writes stop"), text);
  }

  @Test
  void saysNotWhenWritesStopThatHaveStopped() throws Exception {
    try (var writer = ArchiveWriter.open(folder)) {
      surveyed(writer, "stopped", "act_now");
      finding(writer, "stopped", "wraparound-shutdown", "critical");
      ages(writer, "stopped");
      writer.commit();
    }

    assertFalse(FleetReport.checkLine(fleet()).contains("writes stop"));
  }

  @Test
  void countsWhatALogWarnedOf() throws Exception {
    try (var writer = ArchiveWriter.open(folder)) {
      var cells = new HashMap<String, Object>();
      cells.put("cluster", "logged");
      cells.put("time", NOW.minusSeconds(60));
      cells.put("kind", "wraparound_warning");
      cells.put("transactions_left", 10_985_967L);
      writer.add(Dataset.NOTICES, row(Dataset.NOTICES, cells));
      writer.commit();
    }

    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      var question = Question.of(NOW, Duration.ofDays(1));
      var age = AgePast.of(archive, question).getFirst();

      // The server counts until IDs wrap around, and stops 3 million before (varsup.c).
      assertEquals(OptionalLong.of(7_985_967), age.left());
      assertEquals(OptionalLong.empty(), age.age());
      assertEquals(Optional.of("7.99 million transactions"), age.untilWritesStop());
    }
  }

  @Test
  void tellsWhyAClusterCouldNotBeJudged() throws Exception {
    try (var writer = ArchiveWriter.open(folder)) {
      surveyed(writer, "fine", "healthy");
      var cells = new HashMap<String, Object>();
      cells.put("cluster", "dark");
      cells.put("time", NOW.minusSeconds(60));
      cells.put("state", "surveyed");
      cells.put("verdict", "nothing_wrong_shown");
      cells.put("judged_at", NOW.minusSeconds(60));
      cells.put("reason", "not seen: the tables. To see it: GRANT pg_monitor TO me");
      writer.add(Dataset.SERVERS, row(Dataset.SERVERS, cells));
      writer.commit();
    }

    var text = text();

    assertTrue(
        text.contains(
            "dark: not judged whole: not seen: the tables. To see it: GRANT pg_monitor TO me"),
        text);
    keepsToItsSchema(fleet());
  }

  private static void keepsToItsSchema(Fleet fleet) throws IOException {
    var json = new StringWriter();
    FleetJson.write(fleet, json);
    var schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(FleetJson.class.getResourceAsStream("fleet.schema.json"));
    assertEquals(
        List.of(),
        schema.validate(new JsonMapper().readTree(json.toString())).stream()
            .map(Object::toString)
            .toList());
  }

  @Test
  void isNotSureOfAHealthyFleetWhereAFileIsDamaged() throws Exception {
    try (var writer = ArchiveWriter.open(folder)) {
      surveyed(writer, "fine", "healthy");
      finding(writer, "fine", "wraparound-near", "critical");
      writer.commit();
    }
    try (var files = Files.walk(folder.resolve("findings"))) {
      Files.writeString(files.filter(Files::isRegularFile).findFirst().orElseThrow(), "no Parquet");
    }

    var fleet = fleet();

    assertEquals(Condition.NOTHING_WRONG_SHOWN, fleet.condition());
    assertTrue(
        FleetReport.checkLine(fleet)
            .startsWith(
                "VACUUM UNKNOWN - 1 cluster: 1 healthy. 1 damaged file of the archive left out."),
        FleetReport.checkLine(fleet));
  }

  @Test
  void saysWhereNothingIsKnown() throws SourceException {
    try (var writer = ArchiveWriter.open(folder)) {
      surveyed(writer, "c", "healthy");
      writer.commit();
    }
    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      assertThrows(
          SourceException.class,
          () ->
              Fleet.of(
                  archive,
                  Question.of(NOW.minus(Duration.ofDays(9)), Duration.ofDays(1)),
                  Freshness.STANDARD));
    }
  }

  @Test
  void saysThatFilesAreDamagedWhereNothingElseIsKnown() throws Exception {
    try (var writer = ArchiveWriter.open(folder)) {
      surveyed(writer, "c", "healthy");
      writer.commit();
    }
    try (var files = Files.walk(folder.resolve("servers"))) {
      Files.writeString(files.filter(Files::isRegularFile).findFirst().orElseThrow(), "no Parquet");
    }

    var failed = assertThrows(SourceException.class, this::fleet);

    assertTrue(failed.explanation().contains("is damaged: "), failed.explanation());
  }

  private Fleet fleet() throws SourceException {
    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      return Fleet.of(archive, Question.of(NOW, Duration.ofDays(1)), Freshness.STANDARD);
    }
  }

  private String text() throws SourceException {
    return text(fleet());
  }

  private static String text(Fleet fleet) {
    return new TextRenderer(120, TextRenderer.Colour.OFF).render(FleetReport.of(fleet, 50));
  }

  private static int at(List<String> lines, String cluster) {
    for (int line = 0; line < lines.size(); line++) {
      if (lines.get(line).contains(" " + cluster + ": ")) {
        return line;
      }
    }
    throw new AssertionError(cluster + " is not in " + lines);
  }

  private static void ages(ArchiveWriter writer, String cluster) throws SourceException {
    for (int hour = 0; hour < 3; hour++) {
      var cells = new HashMap<String, Object>();
      cells.put("cluster", cluster);
      cells.put("time", NOW.minusSeconds(3600L * hour + 30));
      cells.put("state", "seen");
      cells.put("xid_age", 2_100_000_000L - 1_000_000L * hour);
      cells.put("next_xid", 2_200_000_000L - 1_000_000L * hour);
      cells.put("stop_age", 2_148_000_000L);
      writer.add(Dataset.SERVERS, row(Dataset.SERVERS, cells));
    }
  }

  private static void surveyed(ArchiveWriter writer, String cluster, String verdict)
      throws SourceException {
    writer.add(
        Dataset.SERVERS,
        row(
            Dataset.SERVERS,
            Map.of(
                "cluster",
                cluster,
                "time",
                NOW.minusSeconds(60),
                "state",
                "surveyed",
                "verdict",
                verdict,
                "judged_at",
                NOW.minusSeconds(60))));
  }

  private static void finding(ArchiveWriter writer, String cluster, String rule, String severity)
      throws SourceException {
    finding(writer, cluster, rule, severity, "cause");
  }

  private static void finding(
      ArchiveWriter writer, String cluster, String rule, String severity, String role)
      throws SourceException {
    var cells = new HashMap<String, Object>();
    cells.put("cluster", cluster);
    cells.put("time", NOW.minusSeconds(60));
    cells.put("judged_by", "surveyed");
    cells.put("judged_at", NOW.minusSeconds(60));
    cells.put("rule", rule);
    cells.put("severity", severity);
    cells.put("headline", rule + " is wrong");
    cells.put("since", NOW.minus(Duration.ofHours(3)));
    if (role.equals("cause")) {
      cells.put("action", "Mend " + rule);
      cells.put("saves", "most dead rows at a time in public.orders: 96,000 → 16,000");
    }
    cells.put("role", role);
    cells.put("problem", 1L);
    writer.add(Dataset.FINDINGS, row(Dataset.FINDINGS, cells));
  }

  private static List<Object> row(Dataset dataset, Map<String, Object> cells) {
    return Arrays.asList(dataset.fields().stream().map(field -> cells.get(field.name())).toArray());
  }
}
