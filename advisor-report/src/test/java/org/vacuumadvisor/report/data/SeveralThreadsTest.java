package org.vacuumadvisor.report.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.RunReader;

/// A log so large that several threads read it gives what one thread reads.
class SeveralThreadsTest {
  private static final int LARGE = 26 << 20;

  @TempDir private Path directory;

  @Test
  void aFileReadsLikeAStream() throws IOException, SourceException {
    var file = directory.resolve("log");
    try (var out = Files.newOutputStream(file)) {
      var logs = Corpus.ofTests().cases().filter(each -> each.id().endsWith("-stderr")).toList();
      for (long size = 0; size < LARGE; ) {
        for (var each : logs) {
          size += Files.copy(each.input(), out);
        }
      }
    }
    String fromFile = read(LogSource.file(new Input(0, "log"), file));
    try (var stream = Files.newInputStream(file)) {
      assertEquals(read(LogSource.stream(new Input(0, "log"), stream)), fromFile);
    }
    assertTrue(fromFile.length() > 1 << 20);
  }

  private static String read(LogSource source) throws IOException, SourceException {
    var text = new StringWriter();
    try (var json = new JsonRuns(text)) {
      var result = new RunReader(ReadOptions.AUTO).read(List.of(source), json, Progress.NONE);
      json.finish(result.understanding());
    }
    return text.toString();
  }
}
