package org.vacuumadvisor.cli.archive;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.option.SavedSurveys;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.history.ArchivedClusters;
import org.vacuumadvisor.fleet.history.ArchivedSurveys;
import org.vacuumadvisor.fleet.watch.Target;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionParameters;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// What an archive knows of the past of the server at hand. DuckDB is loaded only where one is
/// named.
public final class ArchivedPast {
  private static final Duration BACK = Duration.ofDays(28);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration ABOUT_A_DAY = DAY.plus(Duration.ofMinutes(30));

  /// Less says little of a rate.
  private static final Duration SHORTEST = Duration.ofMinutes(1);

  @Option(names = "--archive", paramLabel = "DIR")
  private @Nullable Path folder;

  @Option(names = "--cluster", paramLabel = "NAME")
  private @Nullable String cluster;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /// Whether the user named an archive.
  public boolean isGiven() {
    return folder != null;
  }

  /// Refuses other words on what was before.
  public void check(SavedSurveys saved, @Nullable Duration sample) {
    if (isGiven() && (sample != null || saved.count() > 1)) {
      throw new WrongUsage("--archive, --sample and --since each say what was before: name one");
    }
  }

  /// Older surveys of the same server, the oldest first.
  ///
  /// @param server how it was reached; empty where a saved survey stands for it
  /// @throws SourceException if there are none
  public List<Survey> before(Survey now, Optional<ConnectionParameters> server)
      throws SourceException {
    return before(now, server, List.of(BACK), Duration.ofHours(1));
  }

  /// The same by the minute where that are not too many, for what is compared with later.
  public List<Survey> closelyBefore(Survey now, Optional<ConnectionParameters> server)
      throws SourceException {
    return before(now, server, List.of(BACK), SHORTEST);
  }

  /// The one of them that makes a window of about a day up to now: a whole day has busy and quiet
  /// hours in it. Only where that day has none are those before it read.
  public Survey aDayBefore(Survey now, Optional<ConnectionParameters> server)
      throws SourceException {
    var surveys = before(now, server, List.of(ABOUT_A_DAY, BACK), Duration.ofHours(1));
    var from = now.takenAt().minus(ABOUT_A_DAY);
    return surveys.stream()
        .filter(each -> each.takenAt().isAfter(from))
        .findFirst()
        .orElseGet(surveys::getLast);
  }

  /// @param spans from how long ago on; the first that holds surveys counts
  private List<Survey> before(
      Survey now, Optional<ConnectionParameters> server, List<Duration> spans, Duration apart)
      throws SourceException {
    var archive = folder;
    if (archive == null) {
      return List.of();
    }
    var span = new Archive.Span(now.takenAt().minus(BACK.plus(DAY)), now.takenAt());
    try (var opened = Archive.open(archive, span)) {
      var name = named(opened, server);
      var surveys = List.<Survey>of();
      for (var back : spans) {
        if (surveys.isEmpty()) {
          surveys =
              ArchivedSurveys.before(opened, name, now, back, apart).stream()
                  .filter(each -> each.takenAt().isBefore(now.takenAt().minus(SHORTEST)))
                  .toList();
        }
      }
      opened.damaged().forEach(each -> Program.tell(command, TerminalText.escaped(each)));
      ArchivedClusters.check(name, surveys, now);
      return surveys;
    }
  }

  private String named(Archive opened, Optional<ConnectionParameters> server)
      throws SourceException {
    return ArchivedClusters.choose(opened, Optional.ofNullable(cluster), server.map(Target::name));
  }
}
