package org.vacuumadvisor.advice.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Confidence;

/// Which figures a goal is about, what is enough of them, and how long autovacuum takes to come. In
/// ten minutes 6,000 rows were inserted into a table of a million and as many updated: 10 a second
/// each.
class GuardBuilderTest {
  private static final Duration WINDOW = Duration.ofMinutes(10);
  private static final Effect EFFECT = new Effect.NotPredicted("it depends");

  /// A quarter more than asked for, and no fewer than a thousand; nothing where autovacuum comes
  /// for as few today, at 200,050.
  @ParameterizedTest
  @CsvSource({
    "10000, DEAD_ROWS 12500 in 20005 s",
    "800, DEAD_ROWS 1000 in 20005 s",
    "801, DEAD_ROWS 1001.25 in 20005 s",
    "200049, DEAD_ROWS 250061.25 in 20005 s",
    "200050, ''"
  })
  void guardsDeadRows(double rows, String told) {
    assertEquals(told, told(new Goal.DeadRowsAtMost(rows, "few")));
  }

  /// As many as live, in a queue, and a thousand at least.
  @ParameterizedTest
  @CsvSource({"30, 1000", "1000, 1000", "1001, 1001", "1500, 1500"})
  void guardsAQueueByItsLivingRows(long live, String limit) {
    var evidence =
        between(Release.V18, queue(live, 0), queue(live, 1_800_000), Duration.ofMinutes(10));

    assertTrue(
        told(evidence, new Goal.DeadRowsBetweenLooks(1, 1)).startsWith("DEAD_ROWS " + limit + " "));
  }

  /// By default autovacuum comes for inserts after 1,000 and 0.2 of a million; before 13 for none,
  /// and analyzes after 50 and 0.1 of it.
  @ParameterizedTest
  @CsvSource({"V18, 20100", "V12, 20005"})
  void guardsInsertedRows(Release release, long pace) {
    assertEquals(
        "INSERTED_ROWS 12500 in %d s".formatted(pace),
        told(measured(release, table()), new Goal.InsertsBetweenVacuums(10_000, "few")));
  }

  /// Of a million rows 0.05 and 50, and a quarter more; inserted and updated rows count.
  @Test
  void guardsChangedRows() {
    var evidence = measured(Release.V18, table());
    var goal = new Goal.ChangedBetweenAnalyzes(Share.ofPercent(5));
    var parameters = new TreeMap<String, String>();
    parameters.put("autovacuum_analyze_scale_factor", "0.05");
    var relation = evidence.survey().relations().getFirst();
    var asked = asked(tune(evidence, goal));

    assertEquals("", told(evidence, asked));
    assertEquals(
        "CHANGED_ROWS 62562.5 in 5002 s",
        told(
            evidence,
            asked.with(new Proposal(new SettingChange.OfTable(relation, parameters), EFFECT))));
    assertEquals(
        "",
        told(
            evidence,
            asked.with(
                new Proposal(
                    new SettingChange.OfServer(Setting.AUTOVACUUM_ANALYZE_SCALE_FACTOR, "0.05"),
                    EFFECT))));
  }

  @Test
  void guardsTheRunsOfVacuumsAndTheWaitForThem() {
    assertEquals(
        "INDEX_PASSES 1 in 20005 s", told(new Goal.OneIndexPass(Bytes.ofMegabytes(100), 3)));
    assertEquals(
        "ASLEEP 0.4 in 20005 s",
        told(new Goal.AsleepAtMost(Share.ofPercent(40), WINDOW, Share.ofPercent(80))));
    assertEquals("ASLEEP 0.5 in 20005 s", told(new Goal.FairCostShare()));
    assertEquals("WAIT 300 in 20005 s", told(new Goal.WaitAtMost(Duration.ofMinutes(5))));
  }

  /// Since 16 updates that go to another page are counted; where none goes, room is not lacking.
  @ParameterizedTest
  @CsvSource({"600, true", "1, true", "0, false"})
  void guardsUpdatesThatAreSeenToMove(long moved, boolean isGuarded) {
    var evidence =
        between(
            Release.V18,
            Given.table("t").rows(1_000_000),
            Given.table("t").rows(1_000_000).updated(6_000, 3_000, moved),
            WINDOW);

    assertEquals(
        isGuarded, told(evidence, new Goal.RoomForUpdates(50)).startsWith("MOVED_UPDATES 0.1 in "));
  }

  /// Autovacuum looks once a nap: 200,050 rows die in 60 seconds where 3,334 do a second, and
  /// sooner where more do.
  @ParameterizedTest
  @CsvSource({"1000, 200", "3000, 66", "3334, 60", "10000, 60"})
  void comesNoSoonerThanANap(long deadPerSecond, long pace) {
    var evidence =
        between(
            Release.V18,
            Given.table("t").rows(1_000_000),
            Given.table("t").rows(1_000_000).written(0, 0, deadPerSecond * 600),
            WINDOW);

    assertEquals("ASLEEP 0.5 in %d s".formatted(pace), told(evidence, new Goal.FairCostShare()));
  }

  @Test
  void guardsNothingOfATableAtRest() {
    var rest = Given.table("t").rows(1_000_000);

    assertEquals("", told(between(Release.V18, rest, rest, WINDOW), new Goal.FairCostShare()));
  }

  /// Nothing in the simulator tells of these.
  @Test
  void guardsNoFigureOfOtherGoals() {
    for (var goal :
        List.of(
            new Goal.DeadRowsAtLeast(1_000, 100, 10),
            new Goal.FrozenWithEachVacuum(),
            new Goal.LookedAtEvery(WINDOW),
            new Goal.ReleaseDefault(EFFECT),
            new Goal.Switched(true, EFFECT),
            new Goal.Count(1, EFFECT),
            new Goal.Age(new XidAge(1), EFFECT),
            new Goal.Size(Bytes.ofMegabytes(1), EFFECT),
            new Goal.Time(WINDOW, EFFECT))) {
      assertEquals("", told(goal), goal::toString);
    }
  }

  @Test
  void guardsNothingForWhatIsNoNumber() {
    var evidence = measured(Release.V18, table().indexed());
    var relation = evidence.survey().relations().getFirst();
    for (var remedy :
        List.of(
            new Remedy.FindHolder(Optional.empty(), Optional.empty(), Optional.empty()),
            new Remedy.ResetTable(relation, new TreeSet<>(List.of("fillfactor"))),
            new Remedy.VacuumNow(relation),
            new Remedy.FreezeDatabases(
                List.of(Given.SHOP), Wraparound.TRANSACTIONS, new XidAge(1), false),
            new Remedy.AnalyzeNow(relation),
            new Remedy.AnalyzeDatabase(Given.SHOP),
            new Remedy.RewriteTable(relation, EFFECT, Bytes.NONE),
            new Remedy.RebuildIndex(relation, relation.indexes().getFirst(), EFFECT, Bytes.NONE),
            new Remedy.Inquire("what", Question.RELEASE, Optional.empty()),
            new Remedy.Act("what"))) {
      assertEquals("", told(evidence, asked(remedy)), remedy::toString);
    }
  }

  /// Of the server: three of those past their threshold that autovacuum works on.
  @ParameterizedTest
  @CsvSource({"1, 0, 1", "3, 0, 3", "5, 0, 3", "1, 1, 1", "0, 1, 0"})
  void guardsTablesPastTheirThresholdForTheServer(int due, int off, int guarded) {
    var older = Given.server().taken(WINDOW, 1);
    var newer = Given.server();
    for (int n = 0; n < off + due + 1; n++) {
      var table = Given.table("t" + n).rows(1_000_000);
      older.with(table);
      table.written(0, 6_000, 0);
      newer.with(
          n < off
              ? table.dead(300_000).with("autovacuum_enabled", "off")
              : n < off + due ? table.dead(300_000) : table);
    }
    var evidence = newer.after(older);
    var tune =
        new Remedy.Tune(
            new Subject.Cluster(), Setting.AUTOVACUUM_VACUUM_COST_LIMIT, new Goal.FairCostShare());

    assertEquals(guarded, targets(evidence, asked(tune)).count());
  }

  /// Looked at apart from half an hour on.
  @ParameterizedTest
  @CsvSource({"1799, true", "1800, false", "1801, false"})
  void tellsFastTablesFromSlowOnes(long seconds, boolean isFast) {
    var relation = measured(Release.V18, table()).survey().relations().getFirst();
    var asked = asked(new Remedy.AnalyzeNow(relation));
    var change = new SettingChange.OfServer(Setting.AUTOVACUUM_NAPTIME, "10s");
    var guard = new Guard(Effect.Figure.WAIT, relation.key(), 1);
    var shorter = new Concern.Target(relation, guard, Duration.ofSeconds(60));
    var longer = new Concern.Target(relation, guard, Duration.ofSeconds(seconds));

    assertEquals(isFast, new Concern(asked, change, List.of(shorter, longer, shorter)).isFast());
  }

  private static TableGiven table() {
    return Given.table("t").rows(1_000_000).written(6_000, 6_000, 0);
  }

  private static TableGiven queue(long live, long written) {
    return Given.table("queue")
        .pages(100)
        .rows((double) live)
        .live(live)
        .dead(50_000)
        .written(written, written, written)
        .autovacuums(10);
  }

  private static Evidence measured(Release release, TableGiven newer) {
    return between(release, Given.table("t").rows(1_000_000), newer, WINDOW);
  }

  private static Evidence between(
      Release release, TableGiven before, TableGiven after, Duration window) {
    return Given.server(release)
        .with(after)
        .after(Given.server(release).with(before).taken(window, 1));
  }

  private static Remedy tune(Evidence evidence, Goal goal) {
    return new Remedy.Tune(
        new Subject.OfRelation(evidence.survey().relations().getFirst()),
        Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR,
        goal);
  }

  private static Asked asked(Remedy remedy) {
    var finding =
        new Finding(
            "x",
            Severity.WARNING,
            new Subject.Cluster(),
            "x",
            List.of(),
            "x",
            Confidence.HIGH,
            null,
            List.of(remedy));
    return Asked.of(finding, remedy);
  }

  private static String told(Goal goal) {
    return told(measured(Release.V18, table()), goal);
  }

  private static String told(Evidence evidence, Goal goal) {
    return told(evidence, asked(tune(evidence, goal)));
  }

  private static String told(Evidence evidence, Asked asked) {
    return String.join(
        ", ",
        targets(evidence, asked)
            .map(each -> {
              var guard = each.guard();
              return "%s %s in %d s"
                  .formatted(
                      guard.figure(),
                      Double.toString(guard.limit()).replaceAll("\\.0$", ""),
                      each.pace().toSeconds());
            })
            .toList());
  }

  private static Stream<Concern.Target> targets(Evidence evidence, Asked asked) {
    var cluster =
        Cluster.of(List.of(evidence.older().orElseThrow(), evidence.survey()), Optional.empty());
    return new GuardBuilder(asked, evidence, cluster).targets();
  }
}
