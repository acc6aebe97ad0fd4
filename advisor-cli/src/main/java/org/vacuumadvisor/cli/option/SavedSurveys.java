package org.vacuumadvisor.cli.option;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.OneServer;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionParameters;
import org.vacuumadvisor.source.saved.SurveyReader;
import picocli.CommandLine.Option;

/// Surveys that were saved, in place of a server.
public final class SavedSurveys {
  @Option(names = "--survey", paramLabel = "FILE")
  private @Nullable Path survey;

  @Option(names = "--since", paramLabel = "FILE")
  private List<Path> since = new ArrayList<>();

  /// Whether the user named a saved survey.
  public boolean areGiven() {
    return survey != null || !since.isEmpty();
  }

  /// Refuses a server beside them.
  public void check(ConnectionOptions connection, @Nullable Duration apart) {
    if (areGiven() && (connection.isGiven() || apart != null)) {
      throw new WrongUsage(
          "--survey and --since stand for a server: leave out CONNECTION, its options and"
              + " --sample");
    }
  }

  /// These, or where none are named, what is seen of the server; the oldest first.
  ///
  /// @param apart the time between two looks; null for one
  public List<Survey> or(ConnectionOptions connection, @Nullable Duration apart)
      throws SourceException, InterruptedException {
    check(connection, apart);
    if (areGiven()) {
      return all();
    }
    if (apart == null) {
      return List.of(connection.survey());
    }
    var window = connection.sample(apart);
    return List.of(window.older(), window.newer());
  }

  /// How the server was reached; empty where one of these stands for it.
  public Optional<ConnectionParameters> server(ConnectionOptions connection)
      throws SourceException {
    return survey == null ? Optional.of(connection.described()) : Optional.empty();
  }

  /// Whether the newest of them was named, which takes the place of a server.
  public boolean isNewestGiven() {
    return survey != null;
  }

  /// How many files were named.
  public int count() {
    return (survey == null ? 0 : 1) + since.size();
  }

  /// Judges the survey, or what happened between the two.
  public Assessment assessment() throws SourceException {
    if (since.size() > 1) {
      throw new WrongUsage("--since is given more than once: one older survey is compared");
    }
    var all = all();
    return all.size() > 1
        ? Advisor.assess(all.getFirst(), all.getLast())
        : Advisor.assess(all.getLast());
  }

  /// All surveys, the oldest first.
  public List<Survey> all() throws SourceException {
    if (survey == null) {
      throw new WrongUsage("--since FILE is the older survey: name the newer with --survey");
    }
    var all = before(SurveyReader.read(survey), survey.toString());
    for (int number = 1; number < all.size(); number++) {
      OneServer.check(all.get(number - 1), all.get(number));
    }
    return all;
  }

  /// The survey that was named as the newest.
  public Survey newest() throws SourceException {
    return SurveyReader.read(Objects.requireNonNull(survey));
  }

  /// The older surveys, the oldest first, and then this one; whether they are of one server is for
  /// the caller to see.
  ///
  /// @param name what to call it in messages
  public List<Survey> before(Survey newer, String name) throws SourceException {
    var all = new ArrayList<Survey>();
    for (var file : since) {
      var older = SurveyReader.read(file);
      if (!older.takenAt().isBefore(newer.takenAt())) {
        throw new SourceException(
            "%s was not taken before %s: give the older survey to --since, the newer to --survey."
                .formatted(TerminalText.escaped(file.toString()), TerminalText.escaped(name)));
      }
      all.add(older);
    }
    all.sort(Comparator.comparing(Survey::takenAt));
    all.add(newer);
    return all;
  }
}
