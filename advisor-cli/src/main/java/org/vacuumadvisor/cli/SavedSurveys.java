package org.vacuumadvisor.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.OneServer;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.saved.SurveyReader;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Surveys that were saved, in place of a server.
final class SavedSurveys {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--survey",
      paramLabel = "FILE",
      description = "Judge a survey that the command survey saved, instead of a server.")
  private @Nullable Path survey;

  @Option(
      names = "--since",
      paramLabel = "FILE",
      description = "An older survey of the same server: judge what happened in between.")
  private @Nullable Path since;

  boolean areGiven() {
    return survey != null || since != null;
  }

  Assessment assessment() throws SourceException {
    if (survey == null) {
      throw new ParameterException(
          command.commandLine(), "--since FILE is the older survey: name the newer with --survey");
    }
    var newer = SurveyReader.read(survey);
    if (since == null) {
      return Advisor.assess(newer);
    }
    var older = SurveyReader.read(since);
    if (!older.takenAt().isBefore(newer.takenAt())) {
      throw new SourceException(
          "%s was not taken before %s: give the older survey to --since, the newer to --survey."
              .formatted(
                  TerminalText.escaped(since.toString()), TerminalText.escaped(survey.toString())));
    }
    OneServer.check(older, newer);
    return Advisor.assess(older, newer);
  }
}
