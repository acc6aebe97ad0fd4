package org.vacuumadvisor.source;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.VacuumWait;

/// A process of the server, read from a row of [Topic#SESSIONS].
final class Backends {
  private Backends() {}

  static Backend of(Row row) {
    boolean hidden = row.flag("hidden").or(false);
    return new Backend(
        row.count("pid").map(Math::toIntExact),
        row.text("datname"),
        row.text("usename"),
        row.text("application_name"),
        Hidden.in(hidden, row.text("client_addr")),
        Hidden.in(hidden, row.text("backend_type")),
        Hidden.in(hidden, row.instant("backend_start")),
        Hidden.in(hidden, row.text("state")),
        Hidden.in(hidden, row.instant("xact_start")),
        began(row),
        Hidden.in(hidden, row.instant("state_change")),
        Hidden.in(
            hidden,
            row.text("wait_event").is(VacuumWait::isPin)
                ? Reading.of(VacuumWait.PIN)
                : row.text("wait_event").is(Backend.SYNC_REP::equals)
                    ? Reading.of(Backend.SYNC_REP)
                    : row.text("wait_event_type")),
        pids(row.text("blockers").or("")),
        waitsSince(row),
        Hidden.in(hidden, row.text("command").map(Command::of)));
  }

  /// Whoever waits for something else has not waited for anybody, be that shown or not.
  private static Reading<Instant> waitsSince(Row row) {
    return row.text("blockers").or("").isEmpty()
            && row.text("wait_event_type").is(each -> !each.equals("Lock"))
            && !row.text("wait_event").is("RecoveryPause"::equals)
        ? Reading.missing(Why.NOT_APPLICABLE)
        : row.instant("waiting_since");
  }

  /// Where a paste shows a time that its transaction cannot have begun after, but not `xact_start`.
  private static Reading<Backend.Bound> began(Row row) {
    Optional<Backend.Bound> bound =
        row.instant("began_by")
            .known()
            .flatMap(time ->
                row.text("began_column")
                    .known()
                    .map(column -> new Backend.Bound(time, column, column.endsWith("_age"))));
    return bound
        .<Reading<Backend.Bound>>map(Reading::of)
        .orElseGet(() -> Reading.missing(Why.NOT_COLLECTED));
  }

  static List<Integer> pids(String numbers) {
    return Arrays.stream(numbers.split("[^0-9]+"))
        .filter(each -> each.matches("[0-9]{1,9}"))
        .map(Integer::valueOf)
        .toList();
  }
}
