package org.vacuumadvisor.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.JsonSchema;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;

class SavedPlanTest {
  private static final JsonSchema SCHEMA =
      JsonSchema.of("/org/vacuumadvisor/verify/plan.schema.json");

  private static final Duration WINDOW = Duration.ofMinutes(10);

  @TempDir private Path folder;

  @Test
  void keepsTheOldValueAndThePromiseOfATablesSetting() {
    var change = change("orders", "0.8");

    var value =
        change.values().stream()
            .filter(each -> each.name().equals("autovacuum_vacuum_scale_factor"))
            .findFirst()
            .orElseThrow();
    assertEquals("0.8", value.old());
    assertEquals("orders", Objects.requireNonNull(change.target().table()).name().name());
    assertEquals(Effect.Figure.DEAD_ROWS, Objects.requireNonNull(change.promise()).figure());
    assertTrue(change.judgeAfter().isAfter(plan("orders", "0.8").madeAt()));
  }

  @Test
  void reachesTheReaderAsItWasWritten() throws IOException, SourceException {
    var plan = plan("or\"ders\n\u202e'; DROP TABLE x", "0.8");

    var file = written(plan);

    assertEquals(List.of(), SCHEMA.errors(Files.readString(file)));
    assertEquals(plan, SavedPlan.read(file));
  }

  @Test
  void saysWhatIsNoPlan() throws IOException {
    for (var text :
        List.of(
            "",
            "{}",
            "[]",
            "{\"format\":\"vacuum-advisor-plan\"}",
            "{\"format\":\"vacuum-advisor-plan\",\"schemaVersion\":1,\"madeAt\":\"yesterday\"}",
            text(plan("orders", "0.8")).replace("\"title\"", "\"tilte\""),
            text(plan("orders", "0.8")).substring(0, 500))) {
      var file = Files.writeString(folder.resolve("broken.json"), text);

      assertThrows(SourceException.class, () -> SavedPlan.read(file), text);
    }
  }

  @Test
  void passesOverWhatALaterReleaseAdds() throws IOException, SourceException {
    var plan = plan("orders", "0.8");
    var file =
        Files.writeString(
            folder.resolve("later.json"),
            text(plan).replaceFirst("\\{", "{\"added\":{\"more\":[1,null]},"));

    assertEquals(plan, SavedPlan.read(file));
  }

  /// A plan that lay for three days is not judged in the minute after it was applied.
  @Test
  void isJudgedSoLongAfterItWasMadeAsItWasPlanned() {
    var plan = plan("orders", "0.8");
    var first = plan.changes().getFirst();
    var made = Map.of(first.number(), plan.madeAt().plus(Duration.ofDays(3)));

    var noted = Changes.planned(plan, Optional.empty(), made);
    var told = Changes.planned(plan, Optional.of(plan.madeAt().plusSeconds(60)), made);

    assertEquals(first.judgeAfter().plus(Duration.ofDays(3)), noted.due(first));
    assertEquals(first.judgeAfter().plusSeconds(60), told.due(first));
  }

  @Test
  void promisesNothingOfAHealthyServer() {
    var plan =
        SavedPlan.of(
            Advisor.assess(Given.server(Release.V18).with(Given.table("orders")).survey()));

    assertEquals(List.of(), plan.changes());
  }

  private static PlannedChange change(String table, String factor) {
    return plan(table, factor).changes().stream()
        .filter(each -> !each.target().isServer())
        .findFirst()
        .orElseThrow();
  }

  private static SavedPlan plan(String table, String factor) {
    return SavedPlan.of(
        Advisor.assess(
            server(table, factor, 6_000).taken(WINDOW, 1_000_000).survey(),
            server(table, factor, 12_000).taken(Duration.ZERO, 1_600_000).survey()));
  }

  /// A table whose threshold is far above its dead rows, among others that nobody tuned.
  private static Given server(String table, String factor, long updates) {
    var server = Given.server(Release.V18);
    for (int number = 0; number < 20; number++) {
      server.with(table("t" + number).written(0, updates, 0));
    }
    return server.with(
        table(table)
            .dead(30_000)
            .with("autovacuum_vacuum_scale_factor", factor)
            .written(0, updates, 0));
  }

  private static TableGiven table(String name) {
    return Given.table(name).rows(100_000).pages(2_000).live(100_000).autovacuums(1);
  }

  private static String text(SavedPlan plan) throws IOException {
    var text = new StringWriter();
    plan.write(text);
    return text.toString();
  }

  private Path written(SavedPlan plan) throws IOException {
    return Files.writeString(folder.resolve("plan.json"), text(plan));
  }
}
