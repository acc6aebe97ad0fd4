package org.vacuumadvisor.story;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.model.history.Mode;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.report.data.Corpus;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.RunReader;
import org.vacuumadvisor.story.Story.Storyteller;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// What holds of the story of every run that real servers of every release wrote. The figures are
/// compared with those that stand beside the logs, not with what our reader made of them.
class StoryLawTest {
  private static final Pattern NUMBER = Pattern.compile("\\d[\\d,]*(\\.\\d+)?");

  @Test
  void everyRunHasAStoryOfItsOwnFigures() throws SourceException {
    assertEquals(List.of(), wrong(Corpus.ofTests()));
  }

  @Test
  void soHasEveryRunOfTheWholeCorpus() throws SourceException {
    var corpus = Corpus.beside();
    assumeTrue(corpus.isThere());
    assertEquals(List.of(), wrong(corpus));
  }

  private static List<String> wrong(Corpus corpus) throws SourceException {
    var wrong = new ArrayList<String>();
    int told = 0;
    for (var each : corpus.cases().filter(each -> !each.lenient()).toList()) {
      var runs = runs(each).stream().filter(run -> !run.is(Trait.TRANSLATED)).toList();
      var expected = each.expectation().path("runs").valueStream().toList();
      var stories = Storyteller.all(runs);
      if (runs.size() != expected.size()) {
        continue; // the reader's own test tells of it
      }
      var before = new HashMap<Object, JsonNode>();
      for (int at = 0; at < runs.size(); at++) {
        var run = runs.get(at);
        var facts = expected.get(at);
        var earlier = before.getOrDefault(run.heading().name(), MissingNode.getInstance());
        for (var error : errors(run, stories.get(at), facts, earlier)) {
          wrong.add("%s %d: %s".formatted(each.id(), at, error));
        }
        if (run.heading().command() == Command.VACUUM && run.heading().name().table() != null) {
          before.put(run.heading().name(), facts);
        }
        told++;
      }
    }
    assertTrue(told > 0);
    return wrong;
  }

  private static List<String> errors(Run run, Story story, JsonNode facts, JsonNode before) {
    var errors = new ArrayList<String>();
    int size = story.sentences().size();
    if (size > 5 || size < 1) {
      errors.add(size + " sentences");
    }
    boolean isWhole =
        run.is(Trait.COMPLETE)
            && run.heading().command() == Command.VACUUM
            && run.heading().mode() == Mode.LAZY;
    if (isWhole && size < 2) {
      errors.add("too short: " + story.text());
    }
    for (var sentence : story.sentences()) {
      var text = withoutNames(sentence.text(), run);
      for (var figure : sentence.figures()) {
        var told = Pattern.compile("(?<![\\d,.])" + Pattern.quote(figure.text())).matcher(text);
        if (!told.find()) {
          errors.add("not told: " + figure.text() + " in " + text);
        }
        text = told.replaceFirst("");
        var fact = Arithmetic.of(figure.name(), facts, before);
        if (Math.abs(fact - figure.value()) > 1e-6 * Math.max(1, Math.abs(fact))) {
          errors.add("%s is %s, not %s".formatted(figure.name(), fact, figure.value()));
        }
      }
      if (NUMBER.matcher(text).find()) {
        errors.add("a number from nowhere: " + sentence.text());
      }
    }
    contradictions(story.text(), facts).forEach(errors::add);
    return errors;
  }

  /// A story that says that nothing was kept, or nothing removed, where the log says otherwise.
  private static Stream<String> contradictions(String text, JsonNode facts) {
    var tuples = facts.path("tuples");
    boolean isKept = tuples.path("deadNotRemovable").asLong(0) > 0;
    boolean isMissed = tuples.path("missedDead").asLong(0) > 0;
    long removed = tuples.path("removed").asLong(tuples.path("removable").asLong(0));
    long remain = tuples.path("remain").asLong(tuples.path("nonremovable").asLong(0));
    var pages = facts.path("pages");
    long all =
        pages.path("total").asLong(pages.path("remain").asLong() + pages.path("removed").asLong());
    boolean isWhole = pages.path("scanned").asLong(-1) >= all;
    return Stream.of(
            (isKept || isMissed) && text.contains("had to keep none") ? "kept: " + text : "",
            isKept && !Pattern.compile("had to stay|had to be copied").matcher(text).find()
                ? "not told what is kept: " + text
                : "",
            removed > 0 && text.contains("nothing") && text.contains("to remove")
                ? "removed: " + text
                : "",
            remain > 0 && text.contains("holds no rows") ? "remain: " + text : "",
            remain > 0 && text.contains("that were there") ? "all: " + text : "",
            !isWhole && text.contains("holds no rows") ? "pages not read: " + text : "",
            tuples.path("remain").isMissingNode() && text.contains("an estimated")
                ? "what it counted is no estimate: " + text
                : "",
            !facts.path("failsafe").asBoolean(false) && text.contains("ailsafe")
                ? "failsafe: " + text
                : "")
        .filter(each -> !each.isEmpty());
  }

  private static String withoutNames(String text, Run run) {
    for (var index : run.indexes()) {
      text = text.replace(index.name(), "");
    }
    return text;
  }

  private static List<Run> runs(Corpus.Case each) throws SourceException {
    var runs = new ArrayList<Run>();
    var sink =
        new RunSink() {
          @Override
          public void run(Run run) {
            runs.add(run);
          }

          @Override
          public void notice(Notice notice) {}
        };
    var source = LogSource.file(new Input(0, each.input().toString()), each.input());
    new RunReader(ReadOptions.AUTO).read(List.of(source), sink, Progress.NONE);
    return runs;
  }

  /// The names of figures, computed from the log's own facts.
  private record Arithmetic(JsonNode facts, JsonNode before) {
    private static final Map<String, Double> UNITS =
        Map.of("delayMs", 1e-3, "io.readMs", 1e-3, "io.writeMs", 1e-3);

    static double of(String name, JsonNode facts, JsonNode before) {
      return new Arithmetic(facts, before).value(name);
    }

    private double value(String name) {
      int open = name.indexOf(" / (");
      if (open > 0) {
        return value(name.substring(0, open)) / value(name.substring(open + 4, name.length() - 1));
      }
      if (name.endsWith(" × 8 kB")) {
        return 8192 * value(name.substring(0, name.length() - 7));
      }
      if (name.contains(" / ")) {
        var parts = name.split(" / ", 2);
        return Math.rint(value(parts[0]) / value(parts[1]));
      }
      double sum = 0;
      int sign = 1;
      for (var word : name.split(" ", -1)) {
        switch (word) {
          case "+" -> sign = 1;
          case "-" -> sign = -1;
          default -> sum += sign * printed(word);
        }
      }
      return sum;
    }

    private double printed(String path) {
      if (path.startsWith("before.")) {
        return new Arithmetic(before, before).printed(path.substring(7));
      }
      return switch (path) {
        case "indexes.scans" ->
            facts
                .path("indexes")
                .valueStream()
                .mapToInt(each -> each.path("scans").size())
                .max()
                .orElse(0);
        case "indexes.cpu.elapsed" ->
            facts
                .path("indexes")
                .valueStream()
                .flatMap(each -> Stream.concat(Stream.of(each), each.path("scans").valueStream()))
                .mapToDouble(each -> each.path("cpu").path("elapsed").asDouble(0))
                .sum();
        case "heapPasses.tuples" -> sum("heapPasses", "tuples");
        case "heapPasses.cpu.elapsed" ->
            facts
                .path("heapPasses")
                .valueStream()
                .mapToDouble(each -> each.path("cpu").path("elapsed").asDouble(0))
                .sum();
        case "indexes" -> facts.path("indexes").size();
        case "indexes.pages", "indexes.currentlyDeleted" ->
            // the index that a story picks has the most empty pages
            facts
                .path("indexes")
                .valueStream()
                .filter(each -> each.path("pages").asLong(0) >= 8)
                .filter(each ->
                    each.path("currentlyDeleted").asLong(0) * 5 >= each.path("pages").asLong())
                .max(Comparator.comparingLong(each -> each.path("currentlyDeleted").asLong()))
                .orElseThrow()
                .path(path.substring(8))
                .asDouble();
        case "samples" -> facts.path("samples").size();
        case "samples.deadRows", "samples.estimatedTotalRows" -> sum("samples", path.substring(8));
        case "truncations.from" -> facts.path("truncations").path(0).path("from").asDouble();
        case "truncations.to" -> {
          var cuts = facts.path("truncations");
          yield cuts.path(cuts.size() - 1).path("to").asDouble();
        }
        case "parallelWorkers.planned" -> most("planned");
        case "parallelWorkers.launched" -> most("launched");
        default -> {
          var at = facts;
          for (var step : path.split("\\.", -1)) {
            at = at.isArray() ? at.path(0).path(step) : at.path(step);
          }
          yield at.isMissingNode() ? Double.NaN : at.asDouble() * UNITS.getOrDefault(path, 1.0);
        }
      };
    }

    private double sum(String list, String member) {
      return facts.path(list).valueStream().mapToDouble(each -> each.path(member).asDouble()).sum();
    }

    private double most(String member) {
      return facts
          .path("parallelWorkers")
          .valueStream()
          .mapToDouble(each -> each.path(member).asDouble())
          .max()
          .orElse(0);
    }
  }
}
