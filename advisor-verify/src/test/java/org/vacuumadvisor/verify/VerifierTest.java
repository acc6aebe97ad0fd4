package org.vacuumadvisor.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.JsonSchema;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.report.render.HtmlRenderer;
import org.vacuumadvisor.report.render.TextRenderer;
import org.vacuumadvisor.verify.Outcome.Verdict;

/// Each reason why before and after cannot be compared, and what is said besides a verdict.
class VerifierTest {
  private static final Duration DAYS = Duration.ofDays(7);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String TO = "0.05";

  private final MadeUpServer server = new MadeUpServer(7, 6, 20);
  private PlannedChange change;

  @BeforeEach
  void change() {
    server.look();
    server.run(DAYS, HOUR);
    change = server.planned(TO, 0.25);
  }

  @Test
  void keepsAPromiseThatCame() {
    after(0.05, TO, 1);

    var outcome = outcome(UnaryOperator.identity());

    assertEquals(Verdict.KEPT, outcome.verdict(), outcome::reason);
    assertNull(outcome.revert());
    assertNotNull(outcome.measured());
  }

  /// Who applies a plan does so minutes or hours after it was made, and looks once more, later.
  @Test
  void countsFromThePlansLookOnIfTheChangeCameSoonAfter() {
    server.change(0.05, TO);
    server.run(DAYS, DAYS);

    var soon = outcomeOfChange(Duration.ofHours(6));
    var late = outcomeOfChange(Duration.ofDays(2));

    assertEquals(Verdict.KEPT, soon.verdict(), soon::reason);
    assertEquals(Verdict.UNDECIDED, late.verdict(), late::reason);
  }

  private Outcome outcomeOfChange(Duration afterThePlan) {
    return outcome(change, server.looks(), List.of(), change.judgeAfter().plus(afterThePlan));
  }

  /// Another value was in force for most of the time since the counters began.
  @Test
  void believesALogMoreThanAllThatWasEverCounted() {
    var other = new MadeUpServer(7, 6, 20);
    other.change(0.9, "0.2");
    other.run(DAYS.multipliedBy(3), DAYS.multipliedBy(30));
    int logged = other.runs().size();
    other.change(0.2, "0.2");
    other.run(DAYS, DAYS);
    var planned = other.planned(TO, 0.25);
    other.change(0.5, TO);
    other.run(Duration.ofHours(15), Duration.ofHours(15));
    var runs = other.runs().subList(logged, other.runs().size());

    var byLog = outcome(planned, other.looks(), runs, planned.judgeAfter());
    var byCounters = outcome(planned, other.looks(), List.of(), planned.judgeAfter());

    assertEquals(Verdict.WORSE, byLog.verdict(), byLog::reason);
    assertEquals(Verdict.UNDECIDED, byCounters.verdict(), byCounters::reason);
    assertNull(byCounters.untilDays(), "more days tell nothing of before");
    assertTrue(
        byCounters.notes().stream().anyMatch(each -> each.startsWith("Before is all")),
        byCounters::toString);
  }

  /// For most of the time since the counters began autovacuum came more often than right before the
  /// change, which helped.
  @Test
  void takesBackNothingForWhatWasLongAgo() {
    var other = new MadeUpServer(7, 6, 20);
    other.change(0.02, "0.2");
    other.run(DAYS.multipliedBy(3), DAYS.multipliedBy(30));
    other.change(0.2, "0.2");
    other.run(DAYS, DAYS);
    var planned = other.planned(TO, 0.25);
    other.change(0.05, TO);
    other.run(DAYS, DAYS);

    var outcome = outcome(planned, other.looks(), List.of(), planned.judgeAfter());

    assertEquals(Verdict.UNDECIDED, outcome.verdict(), outcome::toString);
    assertNull(outcome.revert());
  }

  /// What ended while autovacuum did not come is the least that the figure can be.
  @Test
  void knowsABoundWhereAutovacuumDidNotCome() {
    var hour = List.of(new Seen.Block(1_000, 0));
    var visits = List.of(new Seen.Block(50_000, 10));

    var rise = Estimate.of(Seen.ENDED_PER_VACUUM, hour, visits, 1);
    var fall = Estimate.of(Seen.ENDED_PER_VACUUM, visits, hour, 1);
    var proven = Estimate.of(Seen.ENDED_PER_VACUUM, List.of(new Seen.Block(60_000, 0)), visits, 1);

    assertTrue(rise.isEmpty(), "one visit later it might have been as much");
    assertTrue(fall.isEmpty(), "it grows until autovacuum comes");
    assertTrue(proven.orElseThrow().most() < Math.log(0.2), proven::toString);
    assertTrue(Double.isFinite(proven.orElseThrow().more(-1)), proven::toString);
  }

  private static Outcome outcome(
      PlannedChange of, List<Look> looks, List<Run> runs, Instant changedAt) {
    var changes = new Changes(changedAt, List.of(of), Map.of());
    return new Verifier(of, changes, looks, runs, _ -> Optional.empty()).outcome();
  }

  @Test
  void takesBackWhatIsWorse() {
    after(0.5, TO, 1);

    var outcome = outcome(UnaryOperator.identity());

    assertEquals(Verdict.WORSE, outcome.verdict(), outcome::reason);
    assertEquals(change.undo(), outcome.revert());
  }

  @Test
  void saysHowMuchMoreItTakes() {
    server.change(0.13, TO);
    server.run(Duration.ofHours(5), HOUR);

    var outcome = outcome(UnaryOperator.identity());

    assertEquals(Verdict.UNDECIDED, outcome.verdict(), outcome::reason);
    assertNotNull(outcome.untilDays());
  }

  @Test
  void knowsThatNobodyMadeTheChange() {
    after(0.2, "0.2", 1);

    var outcome = outcome(UnaryOperator.identity());

    assertEquals(Verdict.NOT_MADE, outcome.verdict(), outcome::reason);
    assertTrue(outcome.reason().startsWith("It was not made"), outcome::reason);
  }

  @Test
  void seesAnotherHandAtTheOption() {
    after(0.05, "0.03", 1);

    assertInvalid("Another hand changed", UnaryOperator.identity());
  }

  @Test
  void seesAnotherHandAtTheServer() {
    after(0.05, TO, 1);

    assertInvalid(
        "Another hand changed autovacuum_naptime",
        look -> look.at().isAfter(change.judgeAfter()) ? with(look, "18.6", "15") : look);
  }

  @Test
  void seesAnUpgrade() {
    after(0.05, TO, 1);

    assertInvalid(
        "The server was upgraded",
        look -> look.at().isAfter(change.judgeAfter()) ? with(look, "19.0", "60") : look);
  }

  @Test
  void seesLostStatistics() {
    after(0.05, TO, 1);
    var last = server.now();

    assertInvalid(
        "The statistics were reset",
        look ->
            look.at().equals(last) ? tables(look, each -> table(each, 10L, each.dead())) : look);
  }

  @Test
  void seesAnotherLoad() {
    after(0.05, TO, 1.6);

    assertInvalid("The load moved", UnaryOperator.identity());
  }

  @Test
  void seesThatVacuumRemovedNothing() {
    after(0.05, TO, 1);

    assertInvalid(
        "Cleanup was blocked", look -> look.at().isAfter(change.judgeAfter()) ? kept(look) : look);
  }

  @Test
  void believesWhoSaysThatCleanupIsBlocked() {
    after(0.05, TO, 1);
    var verifier =
        new Verifier(
            change,
            new Changes(change.judgeAfter(), List.of(change), Map.of()),
            server.looks(),
            List.of(),
            _ -> Optional.of("session 4711 keeps a transaction open"));

    assertTrue(verifier.outcome().reason().contains("4711"));
  }

  @Test
  void findsWhatOthersChanged() {
    after(0.05, TO, 1);

    var changes = Changes.found(server.looks(), Optional.empty());

    assertEquals(change.judgeAfter(), changes.changedAt());
    assertEquals(
        List.of("ALTER TABLE public.t0 SET (autovacuum_vacuum_scale_factor = 0.2);"),
        changes.all().stream().map(PlannedChange::undo).toList());
    var outcome =
        new Verifier(
                changes.all().getFirst(), changes, server.looks(), List.of(), _ -> Optional.empty())
            .outcome();
    assertEquals(Verdict.KEPT, outcome.verdict(), outcome::reason);
  }

  @Test
  void tellsItInEveryForm() throws IOException {
    after(0.5, TO, 1);
    var verification =
        new Verification(
            1,
            new SavedPlan.Server("db1 <b>", "18", List.of()),
            change.judgeAfter(),
            server.looks().getFirst().at(),
            server.now(),
            server.looks().size(),
            0,
            List.of(outcome(UnaryOperator.identity())));
    var json = new StringWriter();
    verification.write(json);
    var report = VerificationReport.of(verification);
    var text = new TextRenderer(80, TextRenderer.Colour.OFF).render(report);
    var page = new HtmlRenderer().render(report);

    assertEquals(
        List.of(),
        JsonSchema.of("/org/vacuumadvisor/verify/verification.schema.json")
            .errors(json.toString()));
    assertTrue(text.contains("WORSE: REVERT"), text);
    assertTrue(text.contains(String.valueOf(change.undo())), text);
    assertTrue(!page.contains("db1 <b>"), page);
  }

  private void after(double factor, String said, double load) {
    server.change(factor, said);
    server.load(load);
    server.run(DAYS, HOUR);
  }

  private Outcome outcome(UnaryOperator<Look> seen) {
    var looks = server.looks().stream().map(seen).toList();
    return outcome(change, looks, List.of(), change.judgeAfter());
  }

  private void assertInvalid(String reason, UnaryOperator<Look> seen) {
    var outcome = outcome(seen);

    assertEquals(Verdict.INVALID, outcome.verdict(), outcome::reason);
    assertTrue(outcome.reason().startsWith(reason), outcome::reason);
  }

  private static Look with(Look look, String version, String naptime) {
    return new Look(
        look.at(),
        version,
        look.address(),
        look.standby(),
        look.countingSince(),
        List.of("autovacuum_naptime=" + naptime),
        look.tables());
  }

  /// As if vacuum had come and removed nothing.
  private static Look kept(Look look) {
    return tables(look, each -> table(each, each.updated(), each.updated()));
  }

  private static Look tables(Look look, UnaryOperator<Look.Table> seen) {
    return new Look(
        look.at(),
        look.version(),
        look.address(),
        look.standby(),
        look.countingSince(),
        look.settings(),
        look.tables().stream().map(seen).toList());
  }

  private static Look.Table table(Look.Table each, @Nullable Long updated, @Nullable Long dead) {
    return new Look.Table(
        each.id(),
        each.resetAt(),
        each.options(),
        each.inserted(),
        updated,
        each.deleted(),
        each.moved(),
        dead,
        each.vacuums(),
        each.analyzes(),
        each.vacuumSeconds(),
        each.passes());
  }
}
