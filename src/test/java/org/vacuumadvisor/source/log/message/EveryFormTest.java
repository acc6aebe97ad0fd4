package org.vacuumadvisor.source.log.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.source.log.template.Form;
import org.vacuumadvisor.source.log.template.Grammar;
import org.vacuumadvisor.source.log.template.Hole;
import org.vacuumadvisor.source.log.template.Match;

/// Every form has a line that a server wrote, or of which the reference to its messages says so.
class EveryFormTest {
  private static final Path RESOURCES =
      Path.of("..", "src", "test", "resources", "org", "vacuumadvisor", "source", "log");

  private final Match match = new Match();

  @Test
  void everyFormHasALine() throws IOException {
    var lines = lines();
    var idle =
        grammars()
            .flatMap(each -> each.forms().stream())
            .filter(form -> lines.stream().noneMatch(line -> fits(form, line)))
            .map(form -> form.template().toString())
            .toList();

    assertEquals(List.of(), idle);
  }

  @Test
  void everyHoleIsInAForm() {
    var unused = EnumSet.allOf(Hole.class);
    grammars()
        .flatMap(each -> each.forms().stream())
        .forEach(form -> unused.removeAll(form.template().holes()));

    assertEquals(EnumSet.noneOf(Hole.class), unused);
  }

  private static Stream<Grammar<?>> grammars() {
    return Stream.of(
        ReportLine.GRAMMAR,
        MessageLine.MANUAL,
        MessageLine.AUTOMATIC,
        ContextLine.GRAMMAR,
        NoticeLine.WARNINGS,
        NoticeLine.ERRORS,
        NoticeReader.DETAILS);
  }

  private boolean fits(Form<?> form, String line) {
    var bytes = line.getBytes(StandardCharsets.UTF_8);
    return form.template().matches(bytes, 0, bytes.length, match);
  }

  /// The lines of the corpus without what stands before a message, and the messages it lacks.
  private static List<String> lines() throws IOException {
    var lines = new ArrayList<String>();
    try (var cases = Files.list(RESOURCES.resolve("corpus/cases"))) {
      cases
          .flatMap(EveryFormTest::linesOf)
          .map(
              line -> line.replaceFirst("^.*?(INFO|LOG|WARNING|ERROR|FATAL|DETAIL|CONTEXT): +", ""))
          .map(String::strip)
          .distinct()
          .forEach(lines::add);
    }
    linesOf(RESOURCES.resolve("message/messages.txt"))
        .filter(line -> !line.startsWith("#"))
        .forEach(lines::add);
    return lines;
  }

  private static Stream<String> linesOf(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).lines();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
