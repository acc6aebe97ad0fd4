package org.vacuumadvisor.cli.output;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.comparison.Comparison;
import org.vacuumadvisor.comparison.Earlier;
import org.vacuumadvisor.report.Selection;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.saved.SurveyReader;
import picocli.CommandLine.Option;

/// An earlier survey, to be assessed again and compared with.
public final class EarlierFile {
  @Option(
      names = "--compare",
      paramLabel = "FILE",
      description =
          "Say what changed since an earlier look: a file that survey wrote, which is assessed"
              + " again.")
  private @Nullable Path file;

  private @Nullable Earlier earlier;

  /// Reads it, before the server is asked anything.
  public void read() throws SourceException {
    if (file != null) {
      earlier = Earlier.of(Advisor.assess(SurveyReader.read(file)));
    }
  }

  /// Whether the user named one.
  public boolean isGiven() {
    return file != null;
  }

  /// What changed; empty if nobody asked.
  public Optional<Comparison> comparison(Assessment assessment, Selection selection)
      throws SourceException {
    var before = earlier;
    var path = file;
    if (before == null || path == null) {
      return Optional.empty();
    }
    var now = Earlier.of(assessment);
    if (!before.surveyedAt().isBefore(now.surveyedAt())) {
      throw failure(path, "it is not older than what it is compared with");
    }
    if (Collections.disjoint(before.databases(), now.databases())) {
      throw failure(path, "it is about other databases, perhaps of another server");
    }
    return Optional.of(
        Comparison.of(before.only(selection::includes), selection.ofAnySeverity().of(assessment)));
  }

  private static SourceException failure(Path path, String reason) {
    return new SourceException(
        "Cannot compare with %s: %s. Name an earlier survey of this server with --compare."
            .formatted(TerminalText.escaped(path.toString()), reason));
  }
}
