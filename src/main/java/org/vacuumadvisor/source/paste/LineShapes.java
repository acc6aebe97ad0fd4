package org.vacuumadvisor.source.paste;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.DecimalMark;
import org.vacuumadvisor.source.paste.table.Line;
import org.vacuumadvisor.source.paste.table.Vocabulary;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Gathered;

/// Lines that programs print, each a row of a topic. The resource `lines.txt` lists their patterns.
final class LineShapes {
  private static final int LONGEST = 10_000;

  private static final List<Shape> ALL = shapes();

  private final Gathered gathered;
  private final Intake intake;
  private int read;

  LineShapes(Gathered gathered, Intake intake) {
    this.gathered = gathered;
    this.intake = intake;
  }

  /// What each row has besides what its line shows.
  ///
  /// @param mark the group that must be there; empty if it always has it
  private record Constant(String column, String value, String mark) {}

  /// @param topic empty for a line that is known and tells nothing
  /// @param literal that a line must have, so that most lines are passed over fast
  /// @param each finds the rows; null where the line is one
  private record Shape(
      Optional<Topic> topic,
      String literal,
      List<Constant> constants,
      Pattern whole,
      @Nullable Pattern each) {}

  /// How many rows were read.
  int read() {
    return read;
  }

  /// Whether a line is the answer of a monitoring check, which looks like a message of a server.
  static boolean isCheck(String line) {
    return line.contains("POSTGRES_")
        && line.matches(".{0,200}?\\bPOSTGRES_[A-Z_]{3,40} (?:OK|WARNING|CRITICAL|UNKNOWN):.*");
  }

  /// Takes a line; false if it is none of them.
  boolean take(Line line) {
    var text = line.text().strip();
    if (text.length() > LONGEST) {
      return false;
    }
    boolean isTaken = false;
    for (var shape : ALL) {
      if (!text.contains(shape.literal())) {
        continue;
      }
      var whole = shape.whole().matcher(text);
      if (whole.matches() && take(shape, whole, text, line.number())) {
        // a check tells of tables and of indexes in one line
        isTaken = true;
        if (shape.each() == null) {
          return true;
        }
      }
    }
    return isTaken;
  }

  private boolean take(Shape shape, Matcher whole, String text, int line) {
    if (shape.topic().isEmpty()) {
      return true;
    }
    int before = read;
    if (shape.each() == null) {
      row(shape, whole, line);
    } else {
      // what follows a bar is for programs
      var rows = shape.each().matcher(text.split(" \\| ", 2)[0]);
      while (rows.find()) {
        row(shape, rows, line);
      }
    }
    return read > before;
  }

  private void row(Shape shape, Matcher found, int line) {
    var topic = shape.topic().orElseThrow();
    var entry = Entry.at(line);
    for (var each : shape.constants()) {
      if (each.mark().isEmpty() || found.group(each.mark()) != null) {
        entry.put(each.column(), each.value(), line);
        gathered.see(topic, each.column());
      }
    }
    for (var group : found.namedGroups().keySet()) {
      var cell = found.group(group);
      var column = Vocabulary.standard().column(topic, heading(group));
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
    read++;
  }

  /// `xidAge2` is `xid_age`.
  private static String heading(String group) {
    var heading = new StringBuilder();
    for (char each : group.replaceAll("[0-9]+$", "").toCharArray()) {
      heading.append(Character.isUpperCase(each) ? "_" : "").append(each);
    }
    return heading.toString().toLowerCase(Locale.ROOT);
  }

  private static List<Shape> shapes() {
    var shapes = new ArrayList<Shape>();
    var pieces = new HashMap<String, String>();
    var constants = new ArrayList<Constant>();
    var head = "";
    var whole = "";
    var each = "";
    for (var line : (resource() + "\n[]").lines().toList()) {
      if (line.startsWith("[")) {
        if (!whole.isEmpty()) {
          shapes.add(shape(head, constants, whole, each, pieces));
        }
        head = line;
        whole = "";
        each = "";
        constants.clear();
      } else if (line.startsWith("$")) {
        int end = line.indexOf(' ');
        pieces.put(line.substring(1, end), line.substring(end + 1));
      } else if (line.startsWith(" = ")) {
        constants.add(constant(line.substring(3)));
      } else if (line.startsWith(" whole ")) {
        whole = line.substring(7);
      } else if (line.startsWith(" each ")) {
        each = line.substring(6);
      }
    }
    return List.copyOf(shapes);
  }

  private static Shape shape(
      String head,
      List<Constant> constants,
      String whole,
      String each,
      Map<String, String> pieces) {
    int end = head.indexOf(']');
    return new Shape(
        Optional.of(head.substring(1, end)).filter(name -> !name.isEmpty()).map(Topic::valueOf),
        head.substring(end + 2),
        List.copyOf(constants),
        pattern(whole, pieces),
        each.isEmpty() ? null : pattern(each, pieces));
  }

  private static Constant constant(String text) {
    int mark = text.indexOf(" @");
    var words = (mark < 0 ? text : text.substring(0, mark)).split(" ", 2);
    return new Constant(
        words[0], words.length > 1 ? words[1] : "", mark < 0 ? "" : text.substring(mark + 2));
  }

  private static Pattern pattern(String text, Map<String, String> pieces) {
    var whole = text;
    for (var piece : pieces.entrySet()) {
      whole = whole.replace("${" + piece.getKey() + "}", piece.getValue());
    }
    return Pattern.compile(whole);
  }

  private static String resource() {
    try (InputStream stream = LineShapes.class.getResourceAsStream("lines.txt")) {
      return new String(
          Objects.requireNonNull(stream, "lines.txt").readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException("our own resource lines.txt", unreadable);
    }
  }
}
