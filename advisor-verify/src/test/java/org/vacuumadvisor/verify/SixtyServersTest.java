package org.vacuumadvisor.verify;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.verify.Outcome.Verdict;

/// Servers of which it is known whether a change did anything: a third of the changes helps, a
/// third is a placebo, a third does harm. The load moves by up to a fifth either way.
@Tag("slow")
class SixtyServersTest {
  private static final int SERVERS = 90;

  private enum Truth {
    BETTER(Verdict.KEPT),
    PLACEBO(Verdict.NO_EFFECT),
    HARMFUL(Verdict.WORSE);

    private final Verdict right;

    Truth(Verdict right) {
      this.right = right;
    }
  }

  /// What there is to judge by.
  private enum Evidence {
    ARCHIVE,
    SURVEYS_AND_LOG,
    SURVEYS
  }

  @Test
  void isRightNineTimesOfTenAndHardlyEverPraisesAPlacebo() {
    int right = 0;
    int placebos = 0;
    int praised = 0;
    var all = new TreeMap<String, Integer>();
    for (int number = 0; number < SERVERS; number++) {
      var truth = Truth.values()[number % 3];
      var evidence = Evidence.values()[number / 3 % 3];
      var verdict = verdict(number, truth, evidence);
      right += verdict == truth.right ? 1 : 0;
      placebos += truth == Truth.PLACEBO ? 1 : 0;
      praised += truth == Truth.PLACEBO && verdict == Verdict.KEPT ? 1 : 0;
      all.merge("%s %s %s".formatted(evidence, truth, verdict), 1, Integer::sum);
    }

    assertTrue(right >= 0.9 * SERVERS, () -> "too few right: " + all);
    assertTrue(praised <= 0.05 * placebos, () -> "placebos praised: " + all);
  }

  private static Verdict verdict(int number, Truth truth, Evidence evidence) {
    var random = new Random(1_000L + number);
    var server = new MadeUpServer(number, 2 + random.nextInt(10), 3 + 30 * random.nextDouble());
    var days = Duration.ofDays(4 + random.nextInt(11));
    var apart =
        switch (evidence) {
          case ARCHIVE -> Duration.ofHours(1);
          case SURVEYS_AND_LOG, SURVEYS -> days;
        };
    server.look();
    server.run(days, apart);
    double promised = 0.2 + 0.4 * random.nextDouble();
    var to = Double.toString(Math.rint(200 * promised) / 1000);
    double factor =
        switch (truth) {
          case BETTER -> 0.2 * promised;
          case PLACEBO -> 0.2;
          case HARMFUL -> 0.2 * (1.5 + 2 * random.nextDouble());
        };
    var change = server.planned(to, promised);
    var changedAt = server.now();
    server.change(factor, to);
    server.load(0.8 + 0.4 * random.nextDouble());
    server.run(days, apart);
    var verifier =
        new Verifier(
            change,
            new Changes(changedAt, List.of(change), Map.of()),
            server.looks(),
            evidence == Evidence.SURVEYS_AND_LOG ? server.runs() : List.of(),
            _ -> Optional.empty());
    return verifier.outcome().verdict();
  }
}
