package org.vacuumadvisor.cli.archive;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.vacuumadvisor.fleet.watch.Look;
import org.vacuumadvisor.report.About;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.report.assessment.WhyNotJudged;
import org.vacuumadvisor.report.data.CheckLine;
import org.vacuumadvisor.unit.Quantities;

/// What a watch prints: a line whenever something changes at a server.
final class WatchReport {
  private final PrintWriter output;
  private final Duration every;
  private final Map<String, String> states = new HashMap<>();
  private final Set<String> unseen = new HashSet<>();
  private final Set<String> rare = new HashSet<>();

  /// @param every how often servers shall be surveyed
  WatchReport(PrintWriter output, Duration every) {
    this.output = output;
    this.every = every;
  }

  void add(Look look) {
    switch (look) {
      case Look.Failed failed -> {
        unseen.add(look.target().name());
        tell(look, "failed", "cannot be seen: " + failed.reason());
      }
      case Look.Glance _ -> {
        unseen.remove(look.target().name());
        if (Objects.equals(states.get(look.target().name()), "failed")) {
          tell(look, "seen", "can be seen again");
        }
      }
      case Look.Full full -> {
        unseen.remove(look.target().name());
        tellPace(full);
        var assessment = full.assessment();
        var verdict = assessment.judgement().condition().inWords();
        var problems = assessment.problems();
        if (problems.isEmpty()) {
          tell(look, verdict, verdict + WhyNotJudged.of(assessment).map(": "::concat).orElse(""));
        } else {
          var first = problems.getFirst();
          tell(
              look,
              verdict + first.cause().id() + About.of(first.cause().subject()),
              "%s: %s".formatted(verdict, CheckLine.headline(problems)));
        }
      }
    }
  }

  /// Whether a server could not be seen the last time.
  boolean hasUnseen() {
    return !unseen.isEmpty();
  }

  private void tellPace(Look.Full full) {
    if (full.again().compareTo(every) <= 0) {
      rare.remove(full.target().name());
    } else if (rare.add(full.target().name())) {
      print(
          full,
          "is surveyed every %s only, as a survey takes %s"
              .formatted(
                  Quantities.duration(full.again().truncatedTo(ChronoUnit.SECONDS)),
                  millis(full.took())));
    }
  }

  private void tell(Look look, String state, String what) {
    if (Objects.equals(states.put(look.target().name(), state), state)) {
      return;
    }
    print(look, what);
  }

  private void print(Look look, String what) {
    output.println(
        TerminalText.escaped(
            "%s  %s  %s"
                .formatted(
                    Words.moment(look.time()),
                    look.target().name(),
                    what.lines().findFirst().orElse(""))));
    output.flush();
  }

  private static String millis(Duration duration) {
    return duration.toMillis() + " ms";
  }
}
