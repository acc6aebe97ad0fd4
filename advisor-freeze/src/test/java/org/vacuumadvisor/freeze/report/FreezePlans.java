package org.vacuumadvisor.freeze.report;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.freeze.FreezeOptions;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.Sources;
import org.vacuumadvisor.freeze.Windows;
import org.vacuumadvisor.freeze.Windows.Window;

/// Plans for tables with names that nobody should give, by a rate of a million transaction IDs a
/// day.
final class FreezePlans {
  /// Ends a line, an event, a string, a comment and a command.
  static final List<String> NAMES =
      List.of(
          "50% off",
          "a\\%b",
          "a'b\"c$(reboot)`reboot`",
          "x\r\nEND:VEVENT\r\nBEGIN:VEVENT",
          "x\n* * * * * reboot",
          "semi;colon,comma\\back",
          "снежинка❄\u202eright to left",
          "\\% \\\\% %\\");

  private static final long A_DAY = 1_000_000;

  private FreezePlans() {}

  /// Two of the tables find no room in their window and are called by name in an earlier one.
  static FreezePlan hostile(String window) {
    var now = Given.server().taken(Duration.ZERO, A_DAY + 1);
    for (var name : NAMES) {
      now.with(Given.table(name).age(180 * A_DAY).pages(500_000));
    }
    return plan(now, window);
  }

  static FreezePlan ofOne(String table) {
    return plan(
        Given.server()
            .taken(Duration.ZERO, A_DAY + 1)
            .with(Given.table(table).age(190 * A_DAY).pages(1_000)),
        "Sat 02:00-05:00");
  }

  /// The same table and rate, counted over that time.
  static FreezePlan ofOne(String table, Duration counted) {
    return plan(
        Given.server()
            .taken(Duration.ZERO, 1 + A_DAY * counted.toSeconds() / 86_400)
            .with(Given.table(table).age(190 * A_DAY).pages(1_000)),
        "Sat 02:00-05:00",
        counted);
  }

  /// A server that gave out no transaction ID while it was counted.
  static FreezePlan ofIdle(Duration counted) {
    return plan(
        Given.server().taken(Duration.ZERO, 1).with(Given.table("orders").age(1_000).pages(1_000)),
        "Sat 02:00-05:00",
        counted);
  }

  static FreezePlan plan(Given now, String window) {
    return plan(now, window, Duration.ofDays(1));
  }

  private static FreezePlan plan(Given now, String window, Duration counted) {
    var older = Given.server().taken(counted, 1).survey();
    var survey = now.survey();
    return FreezePlan.of(
        new Sources(survey, List.of(older), Optional.empty()),
        FreezeOptions.usual(survey)
            .with(Windows.of(List.of(Window.parse(window)), ZoneId.of("Europe/Berlin"))));
  }
}
