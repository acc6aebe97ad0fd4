package org.vacuumadvisor.report.data;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.RunReader;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Recorded logs with the results that must come of them.
public record Corpus(Path directory) {
  static final JsonMapper JSON = new JsonMapper();

  /// A part of the corpus that is always there.
  public static Corpus ofTests() {
    return new Corpus(
        Path.of(
            "..", "src", "test", "resources", "org", "vacuumadvisor", "source", "log", "corpus"));
  }

  /// The whole corpus, where it lies beside the project.
  public static Corpus beside() {
    return new Corpus(Path.of("..", "..", "shared", "corpus"));
  }

  public boolean isThere() {
    return Files.isRegularFile(directory.resolve("manifest.json"));
  }

  public Stream<Case> cases() {
    return parse(directory.resolve("manifest.json"))
        .get("cases")
        .valueStream()
        .map(each ->
            new Case(
                each.get("id").asString(),
                directory.resolve(each.get("input").asString()),
                directory.resolve(each.get("expected").asString()),
                each.get("lenient").asBoolean()));
  }

  /// One log.
  ///
  /// @param lenient whether lines may be off and a twentieth of the fields missing
  public record Case(String id, Path input, Path expected, boolean lenient) {

    public JsonNode expectation() {
      return parse(expected);
    }

    JsonNode result() throws IOException, SourceException {
      return read(List.of(LogSource.file(new Input(0, input.toString()), input)));
    }
  }

  static JsonNode read(List<LogSource> sources) throws IOException, SourceException {
    var text = new StringWriter();
    try (var json = new JsonRuns(text)) {
      var result = new RunReader(ReadOptions.AUTO).read(sources, json, Progress.NONE);
      json.finish(result.understanding());
    }
    return JSON.readTree(text.toString());
  }

  private static JsonNode parse(Path file) {
    return JSON.readTree(file);
  }
}
