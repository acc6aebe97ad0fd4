package org.vacuumadvisor.freeze.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.freeze.Appointment.Step;
import org.vacuumadvisor.freeze.FreezeOptions;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.Sources;
import org.vacuumadvisor.freeze.Windows;
import org.vacuumadvisor.freeze.Windows.Window;

/// Lines are read as cron reads them, and given to a shell in which vacuumdb prints its words.
class FreezeCrontabTest {
  private static final Pattern LINE =
      Pattern.compile("(\\d+ \\d+ \\S+ \\S+ (?:\\*|[0-6](?:,[0-6])*)) (.*)");

  @Test
  void aWindowComesBackEveryWeek() {
    var text = FreezeCrontab.of(FreezePlans.ofOne("orders"));

    assertTrue(
        text.contains("\n0 2 * * 6 vacuumdb --freeze --min-xid-age 192000000 -j 2 shop\n"), text);
  }

  @Test
  void everyLineIsACommentOrACommand() {
    for (var line : FreezeCrontab.of(FreezePlans.hostile("02:00-02:05")).split("\n", -1)) {
      assertTrue(line.isEmpty() || line.startsWith("# ") || LINE.matcher(line).matches(), line);
      assertFalse(line.chars().anyMatch(Character::isISOControl), line);
    }
  }

  @Test
  void theShellHandsOverTheNamesAsTheyAre() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh");
    var plan = FreezePlans.hostile("02:00-02:02");
    var expected =
        named(plan).stream()
            .map(each -> each.command().words())
            .filter(words -> words.stream().noneMatch(FreezeCrontabTest::hasControl))
            .map(words -> words.subList(1, words.size()))
            .toList();

    var seen = new ArrayList<List<String>>();
    for (var command : commands(plan)) {
      if (command.startsWith("[ ")) {
        seen.add(words(command.replaceFirst("^\\[ .*? \\] && ", "")));
      }
    }

    assertFalse(expected.isEmpty());
    assertEquals(expected, seen);
  }

  /// Of a year that cron does not know.
  @Test
  void whatIsForOneDayAsksForTheDate() {
    var plan = FreezePlans.hostile("02:00-02:02");

    var dated = commands(plan).stream().filter(each -> each.startsWith("[ ")).toList();

    assertFalse(dated.isEmpty());
    assertTrue(
        dated.stream()
            .allMatch(each ->
                each.matches("(?s)\\[ \"\\$\\(date \\+%F\\)\" = 202\\d-\\d\\d-\\d\\d ] && .*")),
        dated::toString);
  }

  /// crontab(5): Sunday is 0. From Monday to Saturday are five days, and one to spare.
  @Test
  void daysAreTheNumbersOfCron() {
    var now = Given.server().taken(Duration.ZERO, 1_000_001);
    var plan = FreezePlans.plan(now.with(Given.table("orders")), "Sat-Mon 02:30-05:00");

    assertEquals(
        List.of("30 2 * * 0,1,6 vacuumdb --freeze --min-xid-age 194000000 -j 2 shop"),
        FreezeCrontab.of(plan).lines().filter(each -> LINE.matcher(each).matches()).toList());
    assertTrue(FreezeCrontab.of(plan).contains("# There is nothing to freeze by hand in the time"));
  }

  /// 400 million, less ten million a day for the week and the day to the next window.
  @Test
  void multixactsHaveALineOfTheirOwn() {
    var older =
        Given.server()
            .taken(Duration.ofDays(1), 1)
            .with(Given.table("fk").multixactAge(370_000_000));
    var now =
        Given.server()
            .taken(Duration.ZERO, 1_000_001)
            .with(Given.table("fk").age(1_000_000).multixactAge(380_000_000));
    var plan =
        FreezePlan.of(
            new Sources(now.survey(), List.of(older.survey()), Optional.empty()),
            FreezeOptions.usual(now.survey())
                .with(Windows.of(List.of(Window.parse("Sat 02:00-05:00")), ZoneOffset.UTC)));

    assertEquals(
        List.of(
            "0 2 * * 6 vacuumdb --freeze --min-xid-age 192000000 -j 2 shop",
            "0 2 * * 6 vacuumdb --freeze --min-mxid-age 320000000 -j 2 shop"),
        FreezeCrontab.of(plan).lines().filter(each -> LINE.matcher(each).matches()).toList());
  }

  @Test
  void saysWhoHasToLetGoFirst() {
    var now =
        Given.server()
            .taken(Duration.ZERO, 1_000_001)
            .with(Holders.prepared("tx", Duration.ofDays(60), 60_000_000))
            .with(Given.table("orders").age(180_000_000));
    var text = FreezeCrontab.of(FreezePlans.plan(now, "Sat 02:00-05:00"));

    assertTrue(text.contains("# First: prepared transaction tx blocks freezing"), text);
    assertTrue(text.lines().noneMatch(each -> LINE.matcher(each).matches()), text);
  }

  private static List<Step> named(FreezePlan plan) {
    return plan.calendar().stream()
        .flatMap(each -> each.steps().stream())
        .filter(each -> !each.command().only().isEmpty())
        .toList();
  }

  private static boolean hasControl(String word) {
    return word.chars().anyMatch(Character::isISOControl);
  }

  private static List<String> commands(FreezePlan plan) {
    return FreezeCrontab.of(plan)
        .lines()
        .map(LINE::matcher)
        .filter(Matcher::matches)
        .map(each -> asCronReads(each.group(2)))
        .toList();
  }

  /// crontab(5): a percent sign ends the command unless a backslash is before it, which goes away.
  private static String asCronReads(String line) {
    var command = new StringBuilder();
    boolean isEscaped = false;
    for (int at = 0; at < line.length(); at++) {
      char each = line.charAt(at);
      if (each == '%' && !isEscaped) {
        return command.toString();
      }
      if (each == '%') {
        command.setLength(command.length() - 1);
      }
      command.append(each);
      isEscaped = !isEscaped && each == '\\';
    }
    return command.toString();
  }

  private static List<String> words(String command) throws IOException, InterruptedException {
    var script = "vacuumdb() { printf '%s\\0' \"$@\"; }\n" + command;
    // on its input, for arguments are encoded as the locale has it
    var process = new ProcessBuilder("/bin/sh").start();
    try (var input = process.getOutputStream()) {
      input.write(script.getBytes(StandardCharsets.UTF_8));
    }
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), command);
    return List.of(output.split("\0", 0));
  }
}
