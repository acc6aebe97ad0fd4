package org.vacuumadvisor.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The forms a report can have.
enum Format {
  TEXT,
  JSON,
  /// Runs of logs, a line each.
  CSV,
  MARKDOWN,
  HTML,
  SQL;

  /// The form that the name of a file asks for; empty where its end says nothing.
  static Optional<Format> of(Path file) {
    var name = file.toString().toLowerCase(Locale.ROOT);
    return Stream.of(values()).filter(each -> name.endsWith(each.ending())).findFirst();
  }

  private String ending() {
    return switch (this) {
      case TEXT -> ".txt";
      case JSON -> ".json";
      case CSV -> ".csv";
      case MARKDOWN -> ".md";
      case HTML -> ".html";
      case SQL -> ".sql";
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
