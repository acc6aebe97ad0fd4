package org.vacuumadvisor.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.action.Harm;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.RuleBook;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

/// What follows from what, as PostgreSQL works: vacuum removes nothing that somebody may still see,
/// and a table that it does not come to grows.
class ProblemsTest {
  private static final List<Relation> TABLES =
      Given.server().with(Given.table("a").indexed()).with(Given.table("b")).survey().relations();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # cause, of | consequence, of | explained
          autovacuum-disabled a       | heap-bloat a         | true
          autovacuum-disabled a       | heap-bloat b         | false
          autovacuum-disabled server  | heap-bloat b         | true
          autovacuum-disabled shop    | heap-bloat b         | true
          autovacuum-disabled a       | heap-bloat server    | false
          autovacuum-disabled a       | index-bloat a        | false
          threshold-too-high a        | index-bloat index    | true
          threshold-too-high b        | index-bloat index    | false
          lock-blocked a              | statistics-stale a   | true
          autovacuum-cancelled a      | heap-bloat a         | true
          cost-throttled server       | worker-starvation a  | true
          naptime-too-long server     | toast-bloat a        | true
          insert-threshold-too-high a | insert-only-freeze a | true
          worker-starvation a         | statistics-stale a   | true
          wraparound-near server      | failsafe-active a    | true
          heap-bloat a                | statistics-stale a   | false
          corrupt-heap a              | wraparound-near shop | true
          corrupt-index index         | wraparound-near shop | true
          corrupt-heap a              | wraparound-near b2b  | false
          """)
  void explainsWhatFollowsAboutTheSameTableOrAll(String cause, String other, boolean explained) {
    assertEquals(
        explained ? 1 : 2,
        problems(finding(cause, Severity.WARNING), finding(other, Severity.ADVICE)).size());
  }

  /// One in database shop, one elsewhere, and a logical slot, which holds catalogs alone.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # holder's database, severity | consequence      | explained
          shop    | WARNING  | heap-bloat a                | true
          shop    | WARNING  | threshold-too-high a        | true
          shop    | WARNING  | xmin-held shop              | true
          shop    | WARNING  | statistics-stale a          | false
          shop    | WARNING  | wraparound-near shop        | false
          shop    | CRITICAL | wraparound-near shop        | true
          shop    | CRITICAL | heap-bloat a                | true
          archive | WARNING  | heap-bloat a                | false
          archive | WARNING  | xmin-held server            | true
          archive | CRITICAL | failsafe-active a           | true
          slot    | WARNING  | heap-bloat a                | false
          slot    | CRITICAL | heap-bloat a                | false
          """)
  void aHeldHorizonExplainsWhatItReaches(
      String database, Severity severity, String other, boolean explained) {
    assertEquals(
        explained ? 1 : 2,
        problems(holding(database, severity), finding(other, Severity.ADVICE)).size());
  }

  /// Even where it is found later.
  @Test
  void aCauseStandsBeforeItsConsequences() {
    var bloat = finding("heap-bloat a", Severity.CRITICAL);
    var disabled = finding("autovacuum-disabled a", Severity.ADVICE);
    var problem = problems(bloat, disabled).getFirst();

    assertEquals(disabled, problem.cause());
    assertEquals(List.of(bloat), problem.consequences());
    assertEquals(Severity.CRITICAL, problem.severity());
  }

  @Test
  void whatIsAlikeIsOneProblem() {
    var a = finding("heap-bloat a", Severity.WARNING);
    var b = finding("heap-bloat b", Severity.WARNING);

    assertEquals(List.of(b), problems(a, b).getFirst().alike());
    assertEquals(1, problems(a, b).size());
    assertEquals(2, problems(a, finding("heap-bloat server", Severity.WARNING)).size());
    assertEquals(2, problems(a, finding("toast-bloat b", Severity.WARNING)).size());
  }

  /// Five weights of 0 are one habit; what else is risky is another thing.
  @Test
  void settingsThatHurtForOneReasonAreOneProblem() {
    var weights =
        Stream.of("autovacuum_freeze_score_weight", "autovacuum_vacuum_score_weight")
            .reduce(
                Given.server(Release.V19),
                (given, each) -> given.with(Setting.named(each).orElseThrow(), "0"),
                (one, _) -> one)
            .with(Setting.AUTOVACUUM_MAX_WORKERS, "1");

    var problems = problems(RuleBook.examine(weights.evidence()).toArray(Finding[]::new));

    assertEquals(
        List.of(0, 1), problems.stream().map(each -> each.alike().size()).sorted().toList());
    assertEquals(
        List.of("1 other setting"),
        problems.stream().filter(each -> !each.alike().isEmpty()).map(Problem::others).toList());
  }

  /// Who blocks cleanup is one thing each.
  @Test
  void eachHolderIsAProblemOfItsOwn() {
    assertEquals(
        2,
        problems(holding("shop", Severity.WARNING), holding("archive", Severity.WARNING)).size());
  }

  @Test
  void whatOnlyInformsIsNoProblem() {
    assertEquals(List.of(), problems(finding("heap-bloat a", Severity.INFO)));
  }

  /// What ends in a server that takes no more writes, or leads there.
  @Test
  void anEmergencyComesFirstAmongThoseAsGrave() {
    var failsafe = finding("lock-blocked a", Severity.CRITICAL);
    var near = finding("wraparound-near shop", Severity.CRITICAL);
    var bloat = finding("heap-bloat b", Severity.WARNING);

    assertEquals(List.of(near, failsafe, bloat), causes(bloat, failsafe, near));
    assertEquals(
        List.of(failsafe, bloat, finding("toast-bloat b", Severity.WARNING)),
        causes(failsafe, bloat, finding("toast-bloat b", Severity.WARNING)));
    var holder = holding("archive", Severity.CRITICAL);
    assertEquals(List.of(holder, failsafe), causes(failsafe, holder, near));
    assertEquals(Optional.of(near), problems(failsafe, holder, near).getFirst().emergency());
  }

  /// A holder whose age is known to be less than what a vacuum gains is not why it is that old.
  @Test
  void whatAVacuumMendsDoesNotFollowFromAHolder() {
    var shop = new Subject.OfDatabase("shop");
    var freed =
        Finding.of("wraparound-near", Severity.CRITICAL, shop, "old")
            .remedy(
                new Remedy.FreezeDatabases(
                    List.of("shop"), Wraparound.TRANSACTIONS, new XidAge(150_000_000), false))
            .build();

    assertEquals(2, problems(holding("shop", Severity.CRITICAL), freed).size());
  }

  private static List<Finding> causes(Finding... findings) {
    return problems(findings).stream().map(Problem::cause).toList();
  }

  private static List<Problem> problems(Finding... findings) {
    return Problems.of(List.of(findings), List.of());
  }

  private static Finding finding(String text, Severity severity) {
    var words = text.split(" ", -1);
    return Finding.of(words[0], severity, subject(words[1]), text).build();
  }

  private static Subject subject(String name) {
    return switch (name) {
      case "a" -> new Subject.OfRelation(TABLES.getFirst());
      case "b" -> new Subject.OfRelation(TABLES.getLast());
      case "index" ->
          new Subject.OfIndex(TABLES.getFirst(), TABLES.getFirst().indexes().getFirst());
      case "server" -> new Subject.Cluster();
      default -> new Subject.OfDatabase(name);
    };
  }

  private static Finding holding(String where, Severity severity) {
    if (where.equals("slot")) {
      return Finding.of("xmin-held-by-slot", severity, new Subject.Cluster(), where)
          .remedy(new Remedy.CatchUp(Holders.logicalSlot("cdc", true, 2_000_000)))
          .build();
    }
    var shop = Holders.writer("idle in transaction", Duration.ofHours(1), 5);
    var session =
        new Session(
            shop.backend(),
            new Reach.OneDatabase(where),
            shop.writer(),
            shop.own(),
            shop.snapshot(),
            shop.age());
    return Finding.of("xmin-held-by-transaction", severity, new Subject.OfDatabase(where), where)
        .remedy(new Remedy.EndSession(session, Harm.NOT_PROVEN))
        .build();
  }
}
