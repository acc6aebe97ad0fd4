package org.vacuumadvisor.cli.output;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.comparison.Comparison;
import org.vacuumadvisor.comparison.Earlier;
import org.vacuumadvisor.comparison.EarlierReader;
import org.vacuumadvisor.report.Selection;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.saved.SurveyReader;
import picocli.CommandLine.Option;

/// An earlier assessment, or a survey to be assessed again, to compare with.
public final class EarlierFile {
  @Option(
      names = "--compare",
      paramLabel = "FILE",
      description =
          "Say what changed since an earlier assessment: what advise --format json wrote, or a"
              + " survey.")
  private @Nullable Path file;

  private @Nullable Earlier earlier;

  /// Reads it, before the server is asked anything.
  public void read() throws SourceException {
    if (file == null) {
      return;
    }
    try {
      earlier = EarlierReader.read(file).orElse(null);
    } catch (NoSuchFileException missing) {
      throw failure(file, "there is no such file", missing);
    } catch (AccessDeniedException denied) {
      throw failure(file, "permission denied", denied);
    } catch (IOException wrong) {
      throw failure(file, String.valueOf(wrong.getMessage()), wrong);
    }
    if (earlier == null) {
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
      throw failure(path, "it is not older than what it is compared with", null);
    }
    if (Collections.disjoint(before.databases(), now.databases())) {
      throw failure(path, "it is about other databases, perhaps of another server", null);
    }
    return Optional.of(
        Comparison.of(before.only(selection::includes), selection.ofAnySeverity().of(assessment)));
  }

  private static SourceException failure(Path path, String reason, @Nullable Exception cause) {
    return new SourceException(
        "Cannot compare with %s: %s. Name what advise --format json or survey wrote with --compare."
            .formatted(TerminalText.escaped(path.toString()), TerminalText.escaped(reason)),
        cause);
  }
}
