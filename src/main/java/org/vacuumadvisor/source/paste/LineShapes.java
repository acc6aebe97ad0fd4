package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.DecimalMark;
import org.vacuumadvisor.source.paste.table.Line;
import org.vacuumadvisor.source.paste.table.Vocabulary;
import org.vacuumadvisor.unit.Resource;

/// Lines that programs print, each a row of a topic. The resource `lines.txt` lists their patterns.
final class LineShapes {
  private static final int LONGEST = 10_000;
  private static final Pattern CHECK =
      Pattern.compile(".{0,200}?\\bPOSTGRES_[A-Z_]{3,40} (?:OK|WARNING|CRITICAL|UNKNOWN):.*");
  private static final List<LineShape> ALL = shapes();

  private final PastedFacts gathered;
  private final Intake intake;

  /// Headers that stand above in the same block of lines.
  private final Set<Pattern> headers = new HashSet<>();

  LineShapes(PastedFacts gathered, Intake intake) {
    this.gathered = gathered;
    this.intake = intake;
  }

  /// What each row has besides what its line shows.
  ///
  /// @param mark the group that must be there; empty if it always has it
  private record Constant(String column, String value, String mark) {}

  /// @param topic empty for a line that is known and tells nothing
  /// @param literal that a line must have, so that most lines are passed over fast
  /// @param parts by what they are: the pattern of the whole, of each row, of the header above
  private record LineShape(
      Optional<Topic> topic, String literal, List<Constant> constants, Map<String, Pattern> parts) {
    @Nullable Pattern part(String name) {
      return parts.get(name);
    }
  }

  /// Whether a line is the answer of a monitoring check, which looks like a message of a server.
  static boolean isCheck(String line) {
    return line.contains("POSTGRES_") && CHECK.matcher(line).matches();
  }

  /// The block of lines ends here.
  void gap() {
    headers.clear();
  }

  /// Takes a line; false if it is none of them.
  boolean take(Line line) {
    var text = line.text().strip();
    boolean isTaken = false;
    for (var shape : text.length() > LONGEST ? List.<LineShape>of() : ALL) {
      var whole = text.contains(shape.literal()) ? shape.part("whole") : null;
      var header = shape.part("under");
      var found = whole == null ? null : whole.matcher(text);
      if (header != null && header.matcher(text).matches()) {
        headers.add(header);
        isTaken = true;
      } else if (found != null
          && (header == null || headers.contains(header))
          && found.matches()
          && take(shape, found, text, line.number())) {
        // a check tells of tables and of indexes in one line
        isTaken = true;
        if (shape.part("each") == null) {
          return true;
        }
      }
    }
    return isTaken;
  }

  private boolean take(LineShape shape, Matcher whole, String text, int line) {
    int before = gathered.figures;
    var each = shape.part("each");
    if (each != null) {
      // what follows a bar is for programs
      var rows = each.matcher(text.split(" \\| ", 2)[0]);
      while (rows.find()) {
        row(shape, rows, line);
      }
      return gathered.figures > before;
    }
    row(shape, whole, line);
    return true;
  }

  private void row(LineShape shape, Matcher found, int line) {
    if (shape.topic().isEmpty()) {
      return;
    }
    var topic = shape.topic().get();
    var entry = Entry.at(line);
    for (var each : shape.constants()) {
      if (each.mark().isEmpty() || found.group(each.mark()) != null) {
        entry.put(each.column(), each.value());
        gathered.see(topic, each.column());
      }
    }
    for (var group : found.namedGroups().keySet()) {
      var cell = found.group(group);
      var column = Vocabulary.column(topic, heading(group));
      if (cell != null && column.isPresent()) {
        intake.put(entry, column.get(), cell, line, DecimalMark.POINT);
        gathered.see(topic, column.get().name());
      }
    }
    // a list of processes shows no view: those that are not in it may be there all the same
    if (topic != Topic.SESSIONS) {
      gathered.see(topic);
    }
    intake.route(topic, entry, Optional.empty());
    gathered.figures++;
  }

  /// `xidAge2` is `xid_age`.
  private static String heading(String group) {
    return group.replaceAll("[0-9]+$", "").replaceAll("(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }

  private static List<LineShape> shapes() {
    var shapes = new ArrayList<LineShape>();
    var pieces = new HashMap<String, String>();
    for (var line : Resource.lines(LineShapes.class, "lines.txt")) {
      var words = line.strip().split(" ", 2);
      if (line.startsWith("[")) {
        int end = line.indexOf(']');
        var topic = line.substring(1, end);
        shapes.add(
            new LineShape(
                topic.isEmpty() ? Optional.empty() : Optional.of(Topic.valueOf(topic)),
                line.substring(end + 2),
                new ArrayList<>(),
                new HashMap<>()));
      } else if (line.startsWith("$")) {
        pieces.put("${" + words[0].substring(1) + "}", words[1]);
      } else if (line.startsWith(" = ")) {
        shapes.getLast().constants().add(constant(words[1]));
      } else if (line.startsWith(" ")) {
        var pattern = words[1];
        for (var piece : pieces.entrySet()) {
          pattern = pattern.replace(piece.getKey(), piece.getValue());
        }
        shapes.getLast().parts().put(words[0], Pattern.compile(pattern));
      }
    }
    return shapes;
  }

  private static Constant constant(String text) {
    var parts = text.split(" @", 2);
    var words = parts[0].split(" ", 2);
    return new Constant(
        words[0], words.length > 1 ? words[1] : "", parts.length > 1 ? parts[1] : "");
  }
}
