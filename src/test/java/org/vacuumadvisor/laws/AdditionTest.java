package org.vacuumadvisor.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.rule.RuleBook;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.paste.Paste;

/// Adding evidence never removes a finding: the examples of the rules' pages, two at a time, say
/// what each of them says alone.
class AdditionTest {
  private static final Path PAGES = Path.of("..", "docs", "rules");
  private static final Pattern EXAMPLE =
      Pattern.compile("## Example\n\nOf\n\n```text\n(.*?)```\n", Pattern.DOTALL);

  /// Of some 2,600 pairs.
  private static final int PAIRS = 800;

  private static final long SEED = 20261127;

  /// What is not said any more where the second is known: it is graver, says whom the first only
  /// suspects, or explains it. Settings and releases that are shown contradict what was assumed.
  private static final Pattern OVERRULED =
      Pattern.compile(
          "need-more-data by .*|known-bug by .*|risky-setting by .*"
              + "|wraparound-near by wraparound-shutdown|antiwraparound-normal by wraparound-near"
              + "|(xmin-held|low-hot-ratio) by xmin-held-by-.*"
              + "|threshold-too-high by threshold-too-low"
              + "|(freeze-collision|insert-only-freeze|antiwraparound-normal"
              + "|wraparound-table-cannot-advance) by risky-setting"
              + "|partition-parent-not-analyzed by truncation-lock"
              + "|statistics-stale by partition-parent-not-analyzed");

  @Test
  void twoTextsSayWhatEachOfThemSays() throws IOException, SourceException {
    var examples = examples();
    var ofOthers = new HashMap<String, String>();
    for (var example : examples.entrySet()) {
      ofOthers.put(example.getKey(), ofOtherTables(example.getValue()));
    }
    var ids = List.copyOf(examples.keySet());
    var random = new Random(SEED);
    var lost = new ArrayList<String>();
    for (int pair = 0; pair < PAIRS; pair++) {
      var first = ids.get(random.nextInt(ids.size()));
      var second = ids.get(random.nextInt(ids.size()));
      var said = ids(examples.get(first) + "\n\n" + ofOthers.get(second));
      if (!said.contains(first) && !isOverruled(first, second)) {
        lost.add("%s, above %s".formatted(first, second));
      }
      if (!said.contains(second) && !isOverruled(second, first)) {
        lost.add("%s, below %s".formatted(second, first));
      }
    }

    assertEquals(List.of(), lost);
  }

  private static boolean isOverruled(String id, String by) {
    return OVERRULED.matcher(id + " by " + by).matches();
  }

  private static Map<String, String> examples() throws IOException, SourceException {
    var examples = new LinkedHashMap<String, String>();
    for (var id : RuleBook.ids()) {
      if (!id.equals("healthy")) {
        var page = Files.readString(PAGES.resolve(id + ".md"));
        examples.put(id, EXAMPLE.matcher(page).results().findFirst().orElseThrow().group(1));
      }
    }
    return examples;
  }

  /// The text with the names of its tables read backwards: as wide, and no table of another text.
  private static String ofOtherTables(String text) throws SourceException {
    var evidence = Advisor.assess(List.of(new Paste.Text("pasted", text))).evidence();
    var names =
        Stream.concat(
                evidence.survey().relations().stream().map(each -> each.name().name()),
                evidence.history().stream()
                    .flatMap(told -> told.tables().stream())
                    .map(each -> each.name().name()))
            // a partition begins like its table
            .filter(
                each -> each.length() > 2 && !each.startsWith("pg_") && !each.startsWith("cart"))
            .distinct()
            .toList();
    var other = text;
    for (var name : names) {
      other = other.replaceAll("\\b" + name + "\\b", new StringBuilder(name).reverse().toString());
    }
    return other;
  }

  private static Set<String> ids(String text) throws SourceException {
    return Advisor.assess(List.of(new Paste.Text("pasted", text))).findings().stream()
        .map(Finding::id)
        .collect(Collectors.toSet());
  }
}
