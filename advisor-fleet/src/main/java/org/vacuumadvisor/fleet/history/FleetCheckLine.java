package org.vacuumadvisor.fleet.history;

import java.util.stream.Collectors;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.unit.Quantities;

/// A fleet as one line for a monitoring system, in the form of the Nagios plugin guidelines:
/// `VACUUM CRITICAL - 42 clusters: 1 act now, …: db7, … | clusters=42 act_now=1 …`.
public final class FleetCheckLine {
  private static final int NAMED = 5;

  private FleetCheckLine() {}

  /// The line, without a line break.
  public static String of(Fleet fleet) {
    var status =
        switch (fleet.condition()) {
          case ACT_NOW -> "CRITICAL";
          case NEEDS_ATTENTION -> "WARNING";
          case HEALTHY -> "OK";
          case NOTHING_WRONG_SHOWN, NOTHING_TO_JUDGE -> "UNKNOWN";
        };
    var named =
        fleet.clusters().stream()
            .filter(each -> each.verdict().condition() != Condition.HEALTHY)
            .limit(NAMED)
            .map(each ->
                each.verdict().cluster() + each.emergencyWords().map(" (%s)"::formatted).orElse(""))
            .collect(Collectors.joining(", "));
    return "VACUUM %s - %s%s%s | clusters=%d act_now=%d needs_attention=%d not_judged=%d failed=%d stale=%d"
        .formatted(
            status,
            FleetReport.summary(fleet.clusters()),
            fleet.damaged().isEmpty()
                ? ""
                : " %s of the archive left out."
                    .formatted(Quantities.counted(fleet.damaged().size(), "damaged file")),
            named.isEmpty() ? "" : " First: " + TerminalText.escaped(named).replace('|', '/'),
            fleet.clusters().size(),
            count(fleet, Condition.ACT_NOW),
            count(fleet, Condition.NEEDS_ATTENTION),
            count(fleet, Condition.NOTHING_TO_JUDGE) + count(fleet, Condition.NOTHING_WRONG_SHOWN),
            fleet.clusters().stream().filter(each -> each.verdict().failure().isPresent()).count(),
            fleet.clusters().stream()
                .filter(each -> each.verdict().isStale() && each.verdict().failure().isEmpty())
                .count());
  }

  /// A cluster that nobody sees now is counted as such, not as one that cannot be judged.
  private static long count(Fleet fleet, Condition condition) {
    return fleet.clusters().stream()
        .filter(each -> each.verdict().condition() == condition)
        .filter(each -> condition != Condition.NOTHING_TO_JUDGE || !each.verdict().isUnseen())
        .count();
  }
}
