package org.vacuumadvisor.lab.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Reads a workload from SQL with comments that say what is what:
///
/// ```
/// -- What it is, and whose tables these are.
/// -- set autovacuum_naptime = 1min
/// -- follow for 5min
///
/// -- load
/// CREATE TABLE job (id bigserial PRIMARY KEY)
///
/// -- 100/s add
/// INSERT INTO job DEFAULT VALUES
/// ```
///
/// `-- 40 % add` in place of a rate is how often a flow comes where clients work without a pause,
/// and `-- size rows = 1000` what `:rows` in statements is.
///
/// An empty line ends a statement; those of one flow are one transaction.
public final class ScriptReader {
  private static final Pattern SETTING = Pattern.compile("-- set (\\S+) = (.+)");
  private static final Pattern FOLLOW = Pattern.compile("-- follow for (\\d+)min");
  private static final Pattern SIZE = Pattern.compile("-- size (\\w+) = (\\d+)");
  private static final Pattern LOAD = Pattern.compile("-- load");
  private static final Pattern FLOW = Pattern.compile("-- (\\d+(?:\\.\\d+)?)(?:/s| %) (\\S+)");

  private final String name;
  private final List<String> about = new ArrayList<>();
  private final Map<String, String> settings = new LinkedHashMap<>();
  private Duration follow = Duration.ZERO;
  private final List<String> load = new ArrayList<>();
  private final List<Flow> flows = new ArrayList<>();
  private final Map<String, Long> sizes;

  /// @param sizes given instead of those in the file
  private ScriptReader(String name, Map<String, Long> sizes) {
    this.name = name;
    this.sizes = new LinkedHashMap<>(sizes);
  }

  /// Reads the text of a file.
  ///
  /// @throws IllegalArgumentException with a sentence for the user if it is not of this format
  public static Script read(String name, String text) {
    return read(name, text, Map.of());
  }

  /// The same in another size.
  static Script read(String name, String text, Map<String, Long> sizes) {
    var reader = new ScriptReader(name, sizes);
    var paragraphs =
        Arrays.stream(text.strip().split("\n[ \t\r]*\n", -1)).map(String::strip).toList();
    reader.head(paragraphs.getFirst());
    int at = 1;
    while (at < paragraphs.size()) {
      int end = at + 1;
      while (end < paragraphs.size() && !isHeading(paragraphs.get(end))) {
        end++;
      }
      reader.section(paragraphs.subList(at, end));
      at = end;
    }
    return new Script(
        name,
        String.join(" ", reader.about),
        reader.settings,
        reader.follow,
        reader.load,
        reader.flows);
  }

  private void head(String paragraph) {
    for (var line : paragraph.lines().toList()) {
      var setting = SETTING.matcher(line);
      var following = FOLLOW.matcher(line);
      var size = SIZE.matcher(line);
      if (setting.matches()) {
        settings.put(setting.group(1), setting.group(2).strip());
      } else if (following.matches()) {
        follow = Duration.ofMinutes(Long.parseLong(following.group(1)));
      } else if (size.matches()) {
        sizes.putIfAbsent(size.group(1), Long.valueOf(size.group(2)));
      } else if (line.startsWith("--")) {
        about.add(line.substring(2).strip());
      } else {
        throw wrong("begins with a paragraph of comments, and this is none: " + line);
      }
    }
  }

  private static boolean isHeading(String paragraph) {
    var first = paragraph.lines().findFirst().orElse("");
    return LOAD.matcher(first).matches() || FLOW.matcher(first).matches();
  }

  private void section(List<String> paragraphs) {
    var heading = paragraphs.getFirst().lines().findFirst().orElse("");
    var statements = new ArrayList<String>();
    statements.add(paragraphs.getFirst().substring(heading.length()).strip());
    statements.addAll(paragraphs.subList(1, paragraphs.size()));
    statements.removeIf(String::isEmpty);
    var flow = FLOW.matcher(heading);
    if (flow.matches()) {
      flows.add(
          new Flow(
              flow.group(2),
              Double.parseDouble(flow.group(1)),
              statements.stream().map(this::sized).map(Statement::of).toList()));
    } else if (LOAD.matcher(heading).matches()) {
      load.addAll(statements.stream().map(this::sized).toList());
    } else {
      throw wrong("has a paragraph that is neither \"-- load\" nor \"-- RATE/s NAME\": " + heading);
    }
  }

  /// A statement with the sizes in it.
  private String sized(String statement) {
    var text = statement;
    for (var each : sizes.entrySet()) {
      text = text.replaceAll("(?<!:):" + each.getKey() + "\\b", each.getValue().toString());
    }
    return text;
  }

  private IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException("The workload \"%s\" %s".formatted(name, what));
  }
}
