package org.vacuumadvisor.source.log.line;

import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

/// JSON that is printed over several lines, as the clouds' tools write it: finds the objects in it
/// that are whole, of an array each element.
final class JsonDocument {
  private static final int LARGEST = 4 << 20;

  private final BiConsumer<String, Long> objects;
  private final StringBuilder text = new StringBuilder();
  private boolean isArray;
  private boolean inString;
  private boolean isEscaped;
  private int depth;
  private long begun;

  /// @param objects takes an object's text and the line where it begins
  JsonDocument(BiConsumer<String, Long> objects) {
    this.objects = objects;
  }

  boolean isOpen() {
    return depth > 0;
  }

  /// Whether a document may begin with this line: nothing but its first brackets, or a beginning
  /// that goes on.
  static boolean mayBegin(byte[] in, int from, int to) {
    int last = to - 1;
    while (last > from && in[last] <= ' ') {
      last--;
    }
    return to - from < 400 && (in[last] == '{' || in[last] == '[' || in[last] == ',');
  }

  void begin(byte[] in, int from, int to, long line) {
    text.setLength(0);
    isArray = in[from] == '[';
    inString = false;
    isEscaped = false;
    depth = 0;
    begun = line;
    take(in, from, to, line);
  }

  /// The next line.
  ///
  /// @return false if it is no part of the document, which is then given up
  boolean add(byte[] in, int from, int to, long line) {
    int begin = from;
    while (begin < to && (in[begin] == ' ' || in[begin] == '\t')) {
      begin++;
    }
    if ((!inString && begin < to && !isJson(in, begin, to)) || text.length() > LARGEST) {
      depth = 0;
      return false;
    }
    take(in, begin, to, line);
    return true;
  }

  void cut() {
    depth = 0;
  }

  private static boolean isJson(byte[] in, int from, int to) {
    return switch (in[from]) {
      case '"', '{', '}', '[', ']', ',' -> true;
      default -> {
        String word = new String(in, from, Math.min(to - from, 24), StandardCharsets.US_ASCII);
        yield word.matches("(-?[0-9.]+|true|false|null),?\\s*");
      }
    };
  }

  private void take(byte[] in, int from, int to, long line) {
    int objectDepth = isArray ? 1 : 0;
    int start = from;
    for (int at = from; at < to; at++) {
      byte each = in[at];
      if (inString) {
        inString = isEscaped || each != '"';
        isEscaped = !isEscaped && each == '\\';
      } else if (each == '"') {
        inString = true;
      } else if (each == '{' || each == '[') {
        if (depth == objectDepth && each == '{') {
          start = at;
          text.setLength(0);
          begun = line;
        }
        depth++;
      } else if (each == '}' || each == ']') {
        depth--;
        if (depth == objectDepth && each == '}') {
          text.append(new String(in, start, at + 1 - start, StandardCharsets.UTF_8));
          objects.accept(text.toString(), begun);
          text.setLength(0);
          start = at + 1;
        }
        if (depth <= 0) {
          depth = 0;
          return;
        }
      }
    }
    text.append(new String(in, start, to - start, StandardCharsets.UTF_8)).append('\n');
    if (inString) {
      depth = 0;
    }
  }
}
