package org.vacuumadvisor.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.vacuumadvisor.diagnosis.rule.Given.table;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.evidence.Reason.Kind;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

/// Limits are PostgreSQL's documented ones: 50 + 0.2 × rows dead, 1000 + 0.2 × rows inserted, 50 +
/// 0.1 × rows changed, 200 million transaction IDs.
class NextInLineTest {
  @Test
  void listsWhatIsDueWithItsArithmetic() {
    var next = only(Given.server().with(table("orders").rows(1000).live(1000).dead(251)));

    assertEquals(new Reason(Kind.DEAD_ROWS, 251, 250), next.leading());
    assertTrue(next.isDue());
    assertEquals(Optional.of(Duration.ZERO), next.dueIn());
  }

  @Test
  void isNotDueOnTheThresholdItself() {
    var next = only(Given.server().with(table("orders").rows(1000).live(1000).dead(250)));

    assertFalse(next.isDue());
    assertEquals("100 %", next.leading().share().toString());
  }

  @Test
  void isSilentAboutTablesLessThanHalfWay() {
    assertEquals(List.of(), next(Given.server().with(table("orders").rows(1000).dead(124))));
  }

  @Test
  void putsFreezingFirstHoweverManyRowsAreDeadElsewhere() {
    var next =
        next(
            Given.server()
                .with(table("queue").rows(1000).live(1000).dead(100_000))
                .with(table("archive").age(200_000_001)));

    assertEquals("archive", next.getFirst().relation().name().name());
    assertEquals(new Reason(Kind.XID_AGE, 200_000_001, 200_000_000), next.getFirst().leading());
  }

  @Test
  void comesForFreezingAloneWhereAutovacuumIsOff() {
    var next =
        next(
            Given.server()
                .with(Setting.AUTOVACUUM, "off")
                .with(table("queue").rows(1000).live(1000).dead(100_000))
                .with(table("archive").age(200_000_001)));

    assertEquals(
        List.of("archive"), next.stream().map(each -> each.relation().name().name()).toList());
  }

  @Test
  void countsInsertedRowsFrom13On() {
    var table = table("events").rows(1000).live(1000).insertedSinceVacuum(1201);

    assertEquals(
        new Reason(Kind.INSERTED_ROWS, 1201, 1200),
        only(Given.server(Release.V13).with(table)).leading());
  }

  @Test
  void saysWhenAtTheMeasuredRate() {
    // 100 rows died in 100 s; 50 more and one bring autovacuum
    var older =
        Given.server()
            .taken(Duration.ofSeconds(100), 5_000_000)
            .with(table("orders").rows(1000).live(1000).dead(100).written(0, 0, 0));
    var newer =
        Given.server().with(table("orders").rows(1000).live(1000).dead(200).written(0, 100, 0));

    var next = NextInLine.of(newer.after(older)).getFirst();

    assertEquals(Kind.DEAD_ROWS, next.leading().kind());
    assertEquals(Optional.of(Duration.ofSeconds(50)), next.dueIn());
  }

  @Test
  void saysNoTimeFromAveragesSinceAReset() {
    var next = only(Given.server().with(table("orders").rows(1000).live(1000).dead(200)));

    assertEquals(Optional.empty(), next.dueIn());
  }

  @Test
  void goesByTheServersOwnScoresWhereItHasThem() {
    var next =
        next(
            Given.server(Release.V19)
                .with(table("less").rows(1000).live(1000).dead(100_000))
                .with(table("more").rows(1000).live(1000).dead(300))
                .score(0, 2)
                .score(1, 7));

    assertEquals("more", next.getFirst().relation().name().name());
  }

  /// A server of 19rc1 whose ages weigh 0 took the table past its age last: log of one worker.
  @Test
  void putsWhatIsForcedLastWhereTheServerDoes() {
    var next =
        next(
            Given.server(Release.V19)
                .with(table("archive").age(200_000_001))
                .with(table("queue").rows(1000).live(1000).dead(300))
                .score(0, 0.02)
                .score(1, 6));

    assertEquals(
        List.of("queue", "archive"),
        next.stream().map(each -> each.relation().name().name()).toList());
  }

  @Test
  void listsNothingOnAStandby() {
    var standby = Given.server().asStandby().with(table("orders").rows(1000).dead(100_000));

    assertEquals(List.of(), next(standby));
  }

  private static NextInLine only(Given given) {
    var next = next(given);
    assertEquals(1, next.size(), next::toString);
    return next.getFirst();
  }

  private static List<NextInLine> next(Given given) {
    return NextInLine.of(given.evidence());
  }
}
