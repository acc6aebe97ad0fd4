package org.vacuumadvisor.cli.option;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.IgnoreRules;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.report.Selection;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Quantities;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// What a report shows, and what it means for the exit status.
@Command(
    exitCodeList = {
      " 0:done, and nothing at or above --fail-on",
      " 1:done, and there are findings at or above --fail-on",
      " 3:no input: no connection, no permission, unreadable"
    })
public final class ReportingOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--table", paramLabel = "PATTERN")
  private List<String> tables = new ArrayList<>();

  @Option(names = "--schema", paramLabel = "PATTERN")
  private List<String> schemas = new ArrayList<>();

  @Option(names = "--min-severity", paramLabel = "SEVERITY", defaultValue = "info")
  private Severity least;

  @Mixin private FailOnOption failOn;

  /// Which findings and tables are shown.
  public Selection selection() {
    return new Selection(tables, schemas, least);
  }

  /// Names of tables that match none are a mistake, not a reason to call it healthy.
  ///
  /// @throws SourceException if no table that was read is asked for
  public void checkFound(Assessment assessment) throws SourceException {
    if (selection().matchesNothing(assessment.evidence())) {
      throw new SourceException(
          "No table is called %s; %s were read. Names are matched as they are written; * stands for any characters."
              .formatted(
                  selection().inWords(),
                  Quantities.counted(assessment.evidence().tables().count(), "table")));
    }
  }

  /// Says on standard error how many findings are hidden by their severity.
  public void tellHidden(Assessment assessment) {
    var all = selection().ofAnySeverity().of(assessment).findings().size();
    var hidden = all - selection().of(assessment).findings().size();
    if (hidden > 0) {
      Program.tell(
          command,
          "%s below --min-severity %s %s not shown."
              .formatted(
                  Quantities.counted(hidden, "finding"),
                  least.name().toLowerCase(Locale.ROOT),
                  hidden == 1 ? "is" : "are"));
    }
  }

  /// The assessment without the findings that the configuration file ignores as of today, which it
  /// names.
  public Assessment withoutIgnored(Assessment assessment) {
    var rules = Program.of(command).configuration().ignored();
    return new IgnoreRules(rules, LocalDate.now(ZoneId.systemDefault())).appliedTo(assessment);
  }

  /// The exit status after this assessment.
  public int status(Assessment assessment) {
    return failOn.status(selection().ofAnySeverity().of(assessment));
  }
}
