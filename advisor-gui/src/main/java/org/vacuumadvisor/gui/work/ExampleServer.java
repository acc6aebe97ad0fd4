package org.vacuumadvisor.gui.work;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.saved.SurveyReader;

/// A server that comes with the program: a small shop on PostgreSQL 18, looked at twice within two
/// minutes of load. It has a queue, a table that is updated much, one that is only added to, and
/// one that is read.
public final class ExampleServer {
  private ExampleServer() {}

  /// What is to be said of it.
  public static Opened open() throws SourceException {
    var older = survey("/org/vacuumadvisor/gui/example/shop-1.json.gz");
    var newer = survey("/org/vacuumadvisor/gui/example/shop-2.json.gz");
    return new Opened(
        new Origin.Files(List.of("Example: a shop on PostgreSQL 18")),
        Advisor.assess(older, newer),
        newer.takenAt());
  }

  private static Survey survey(String name) throws SourceException {
    try (var stream = Objects.requireNonNull(ExampleServer.class.getResourceAsStream(name))) {
      return SurveyReader.read(stream, name);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
