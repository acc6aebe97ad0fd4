package org.vacuumadvisor.diagnosis.rule;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.RunReader;

/// Logs as people have them, read as the program reads them. Those in files were written by real
/// servers.
public final class Logs {
  public static final String NAME = "postgresql.log";

  private Logs() {}

  /// The log of a real server in the resources.
  public static String file(String name) {
    try (var stream = Logs.class.getResourceAsStream("/logs/" + name)) {
      return new String(
          Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  public static History history(String log) {
    var historian = new Historian(20);
    var bytes = new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8));
    try {
      var result =
          new RunReader(ReadOptions.AUTO)
              .read(List.of(LogSource.stream(new Input(0, NAME), bytes)), historian, Progress.NONE);
      return historian.history().covering(result.understanding());
    } catch (SourceException unreadable) {
      throw new AssertionError(unreadable);
    }
  }

  public static Evidence evidence(String log) {
    return Evidence.of(history(log));
  }

  /// What all rules find, the leading finding first.
  public static List<Finding> findings(String log) {
    return RuleBook.examine(evidence(log));
  }

  /// The ids of what is to be done something about.
  static List<String> troubles(String log) {
    return findings(log).stream()
        .filter(each -> each.severity() != Severity.INFO)
        .map(Finding::id)
        .toList();
  }

  public static List<String> ids(String log) {
    return findings(log).stream().map(Finding::id).toList();
  }

  public static Finding finding(String id, String log) {
    return findings(log).stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError(ids(log).toString()));
  }
}
