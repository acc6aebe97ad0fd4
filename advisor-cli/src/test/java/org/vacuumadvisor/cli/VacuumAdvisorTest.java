package org.vacuumadvisor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.cli.output.Terminal;
import org.vacuumadvisor.cli.program.ExitStatus;

class VacuumAdvisorTest {
  private static final Terminal SCREEN = new Terminal(true, true, true, 100);
  private static final Terminal PIPE = Terminal.none();

  @Test
  void namesItsVersionAndTheJavaItRunsOn() {
    var run = Cli.run("--version");

    assertEquals(ExitStatus.FINE, run.status());
    assertTrue(run.output().matches("(?s)Vacuum Advisor \\d+\\.\\d+\\.\\d+.*"), run.output());
    assertTrue(run.output().contains("Java " + Runtime.version()), run.output());
    assertEquals("", run.error());
  }

  @Test
  void namesTheSameVersionAmongOtherOptions() {
    assertEquals(Cli.run("-V"), Cli.run("--no-color", "--version"));
  }

  @Test
  void showsItsUseWhenCalledWithNothing() {
    var run = Cli.run();

    assertEquals(ExitStatus.USAGE, run.status());
    assertEquals("", run.output());
    assertTrue(run.error().contains("Usage: vacuum-advisor"), run.error());
  }

  @TestFactory
  Stream<DynamicTest> everyCommandExplainsItself() {
    return VacuumAdvisor.commandNames()
        .map(name ->
            DynamicTest.dynamicTest(
                name,
                () -> {
                  var run = Cli.run(name, "--help");

                  assertEquals(ExitStatus.FINE, run.status());
                  assertTrue(run.output().contains("Usage: vacuum-advisor " + name), run.output());
                  assertEquals(run.output(), Cli.run(name, "-h").output());
                }));
  }

  @TestFactory
  Stream<DynamicTest> everyExampleStandsOnALineOfItsOwn() {
    return VacuumAdvisor.commandNames()
        .map(name ->
            DynamicTest.dynamicTest(
                name,
                () -> {
                  var broken =
                      Cli.run(name, "--help")
                          .output()
                          .lines()
                          .dropWhile(line -> !line.equals("Examples:"))
                          .skip(1)
                          .takeWhile(line -> !line.isEmpty())
                          .filter(line -> !line.startsWith("  "))
                          .toList();

                  assertEquals(List.of(), broken);
                }));
  }

  @Test
  void refusesAnUnknownCommandWithoutATrace() {
    var run = Cli.run("advize");

    assertEquals(ExitStatus.USAGE, run.status());
    assertEquals("", run.output());
    assertTrue(run.error().contains("advize"), run.error());
    assertFalse(run.error().contains("\tat "), run.error());
  }

  @Test
  void refusesAnUnknownOption() {
    var run = Cli.run("gui", "--fullscreen");

    assertEquals(ExitStatus.USAGE, run.status());
    assertTrue(run.error().contains("--fullscreen"), run.error());
  }

  @Test
  void opensNoWindowForALogThatIsNotThere() {
    var run = Cli.run("gui", "none.log");

    assertEquals(ExitStatus.NO_INPUT, run.status());
    assertTrue(run.error().contains("There is no file none.log"), run.error());
  }

  @Test
  void writesAShellCompletionThatKnowsEveryCommand() {
    var run = Cli.run("generate-completion");

    assertEquals(ExitStatus.FINE, run.status());
    VacuumAdvisor.commandNames()
        .filter(name -> !name.equals("generate-completion"))
        .forEach(name -> assertTrue(run.output().contains(name), name));
  }

  @Test
  void coloursOnlyATerminal() {
    assertTrue(Cli.run(SCREEN, "--help").output().contains("\u001b["));
    assertFalse(Cli.run(PIPE, "--help").output().contains("\u001b["));
  }

  @Test
  void leavesColourOutWhenAsked() {
    assertFalse(Cli.run(SCREEN, "--no-color", "--help").output().contains("\u001b["));
    assertFalse(Cli.run(SCREEN, "gui", "--no-color", "--help").output().contains("\u001b["));
  }

  @Test
  void coloursWhereverItIsAskedTo() {
    assertTrue(Cli.run(PIPE, "--color=always", "--help").output().contains("\u001b["));
    assertTrue(Cli.run(SCREEN, "--color=auto", "--help").output().contains("\u001b["));
    assertFalse(Cli.run(SCREEN, "gui", "--color=never", "--help").output().contains("\u001b["));
    assertEquals(ExitStatus.USAGE, Cli.run("--color=often", "gui", "none.log").status());
  }

  @Test
  void isAsWideAsTheTerminalInItsHelp() {
    var narrow = Cli.run(new Terminal(false, false, true, 64), "logs", "--help").output();
    var wide = Cli.run(new Terminal(false, false, true, 120), "logs", "--help").output();

    assertTrue(narrow.lines().count() > wide.lines().count(), wide);
    assertTrue(wide.lines().allMatch(line -> line.length() <= 120), wide);
  }

  @ParameterizedTest
  @ValueSource(ints = {70, 80, 90, 100})
  void breaksNoWordOfItsHelp(int columns) {
    for (var command : List.of("advise", "watch", "history", "freeze")) {
      var help = Cli.run(new Terminal(false, false, true, columns), command, "--help").output();
      var wide = Cli.run(new Terminal(false, false, true, 119), command, "--help").output();

      assertEquals(
          new HashSet<>(List.of(wide.split("\\s+"))),
          new HashSet<>(List.of(help.split("\\s+"))),
          command);
    }
  }

  @Test
  void namesConfigurationEnvironmentAndMemory() {
    var help = Cli.run("--help").output();

    assertTrue(help.contains("~/.config/vacuum-advisor/config.toml"), help);
    assertTrue(help.contains("VACUUM_ADVISOR_CONFIG"), help);
    assertTrue(help.contains("PGSERVICE"), help);
    assertTrue(Cli.run("advise", "--help").output().contains("vacuum-advisor --help"));
  }

  @Test
  void refusesAnUnknownWordEvenWhereHelpIsAskedFor() {
    var run = Cli.run("nosuchcommand", "--help");

    assertEquals(ExitStatus.USAGE, run.status());
    assertTrue(run.error().contains("There is no command nosuchcommand."), run.error());
  }

  @ParameterizedTest
  @CsvSource({
    "advize, vacuum-advisor advise?",
    "freze, vacuum-advisor freeze?",
    "advise --fromat=json, vacuum-advisor advise --format?",
    "advise --verbos, vacuum-advisor advise --verbose?",
    "logs --sicne x.log, vacuum-advisor logs --since?",
    "help advize, vacuum-advisor advise?",
    "logs --format htlm x.log, vacuum-advisor logs --format html?",
    "advise --min-severity critcal, vacuum-advisor advise --min-severity critical?",
    "advise --color awlays, vacuum-advisor advise --color always?"
  })
  void suggestsWhatWasMeant(String line, String meant) {
    var run = Cli.run(line.split(" "));

    assertEquals(ExitStatus.USAGE, run.status());
    assertTrue(run.error().contains("Did you mean: " + meant), run.error());
  }

  @ParameterizedTest
  @ValueSource(strings = {"xyzzy", "advise --xyzzy", "a"})
  void suggestsNothingFarFetched(String line) {
    assertFalse(Cli.run(line.split(" ")).error().contains("Did you mean"), line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"advise -h 127.0.0.1 -p 1 -w", "demo", "lab queue-churn", "simulate -p 1"})
  void refusesAFormItCannotGiveBeforeItWorks(String line) {
    var run = Cli.run((line + " --format csv").split(" "));

    assertEquals(ExitStatus.USAGE, run.status(), run.error());
    assertTrue(
        run.error().contains("--format csv is none of text, json, markdown, html"), run.error());
  }

  @Test
  void looksForItsLogsBeforeItConnects() {
    var run = Cli.run("advise", "-h", "127.0.0.1", "-p", "1", "-w", "--log", "none.log");

    assertEquals(ExitStatus.NO_INPUT, run.status());
    assertTrue(run.error().contains("There is no file none.log"), run.error());
  }

  @Test
  void tellsAMonitoringSystemThatNothingIsKnown() {
    var run = Cli.run("advise", "-h", "127.0.0.1", "-p", "1", "-w", "--format", "check");

    assertEquals(3, run.status());
    assertTrue(run.output().startsWith("VACUUM UNKNOWN - "), run.output());
    assertEquals(1, run.output().lines().count(), run.output());
  }

  @Test
  void endsQuietlyWhenTheReaderWentAway() {
    var error = new ByteArrayOutputStream();

    var status = VacuumAdvisor.run(List.of("--version"), failing("Broken pipe"), error, PIPE);

    assertEquals(ExitStatus.FINE, status);
    assertEquals("", error.toString(StandardCharsets.UTF_8));
  }

  @Test
  void saysWhenTheOutputCannotBeWritten() {
    var error = new ByteArrayOutputStream();

    var status =
        VacuumAdvisor.run(List.of("--version"), failing("No space left on device"), error, PIPE);

    assertEquals(ExitStatus.NO_INPUT, status);
    assertTrue(
        error.toString(StandardCharsets.UTF_8).contains("No space left on device"),
        error.toString(StandardCharsets.UTF_8));
  }

  private static OutputStream failing(String reason) {
    return new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        throw new IOException(reason);
      }
    };
  }

  @Test
  void helpsWithACommandThatIsNamed() {
    var run = Cli.run("help", "advise");

    assertEquals(ExitStatus.FINE, run.status());
    assertEquals(Cli.run("advise", "--help").output(), run.output());
  }

  @Test
  void saysWhichWordIsNoCommandAndWhichArgumentIsTooMany() {
    assertTrue(
        Cli.run("advice").error().startsWith("vacuum-advisor: There is no command advice."),
        Cli.run("advice").error());
    assertTrue(
        Cli.run("advise", "shop", "foo").error().contains("foo is one argument too many."),
        Cli.run("advise", "shop", "foo").error());
    assertTrue(
        Cli.run("advise", "--colour").error().contains("There is no option --colour here."),
        Cli.run("advise", "--colour").error());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://advisor:hunter2@db1/shop",
        "advise shop postgresql://advisor:hunter2@db1/shop",
        "logs postgresql://advisor:hunter2@db1/shop",
        "simulate --set postgresql://advisor:hunter2@db1/shop",
        "advise shop host=db1|password=hunter2|user=advisor",
        "advise shop host=db1|password|=|'hun\\'hunter2'",
        "advise --pastword=hunter2",
        "page postgresql://advisor:hunt@hunter2@db1/shop"
      })
  void repeatsNoPasswordOfAWrongCommandLine(String line) {
    var arguments =
        Stream.of(line.split(" ")).map(each -> each.replace('|', ' ')).toArray(String[]::new);
    var run = Cli.run(arguments);

    assertNotEquals(0, run.status());
    assertFalse((run.error() + run.output()).contains("hunter2"), run.error());
  }
}
