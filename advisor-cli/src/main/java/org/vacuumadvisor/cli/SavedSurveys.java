package org.vacuumadvisor.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.model.Survey;
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

  /// A survey, and an older one of the same server.
  record Surveys(Survey newer, Optional<Survey> older) {}

  Assessment assessment() throws SourceException {
    var surveys = read();
    return surveys.older().isPresent()
        ? Advisor.assess(surveys.older().get(), surveys.newer())
        : Advisor.assess(surveys.newer());
  }

  Surveys read() throws SourceException {
    if (survey == null) {
      throw new ParameterException(
          command.commandLine(), "--since FILE is the older survey: name the newer with --survey");
    }
    var newer = SurveyReader.read(survey);
    if (since == null) {
      return new Surveys(newer, Optional.empty());
    }
    var older = SurveyReader.read(since);
    if (!older.takenAt().isBefore(newer.takenAt())) {
      throw new SourceException(
          "%s was not taken before %s: give the older survey to --since, the newer to --survey."
              .formatted(
                  TerminalText.escaped(since.toString()), TerminalText.escaped(survey.toString())));
    }
    OneServer.check(older, newer);
    return new Surveys(newer, Optional.of(older));
  }
}
