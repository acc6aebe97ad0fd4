package org.vacuumadvisor.source.log.line;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.Relevance;
import org.vacuumadvisor.source.log.Scan;

/// JSON around or instead of log lines: one object a line, or a printed document of them. An object
/// with a severity and a message is a message itself; one with a text holds lines of a log.
final class JsonWrapper {
  /// Where lines of a log are, in Docker's, Kubernetes', the journal's and the clouds' objects.
  private static final List<String> TEXTS =
      List.of(
          ("log message MESSAGE textPayload msg @message line _raw event body" + " content text")
              .split(" ", -1));

  private static final List<String> TIMES =
      List.of(
          ("time timestamp @timestamp ts Timestamp receiveTimestamp" + " __REALTIME_TIMESTAMP")
              .split(" ", -1));
  private static final List<String> PROCESSES = List.of("_PID", "pid", "processId");
  private static final List<String> STREAMS =
      List.of("pod_name", "podName", "pod", "container_id", "container_name", "_HOSTNAME", "host");

  private final EntrySink sink;
  private final LayersSeen seen;
  private final InnerLines inner;
  private final Habits habits;
  private final Runnable flush;
  private final NamedRecord record = new NamedRecord();
  private final JsonDocument document = new JsonDocument(this::object);
  private final Partial partial = new Partial();
  private final Wrapping around = new Wrapping();

  /// @param flush ends what is open before a message that is JSON itself
  JsonWrapper(EntrySink sink, LayersSeen seen, Habits habits, InnerLines inner, Runnable flush) {
    this.sink = sink;
    this.seen = seen;
    this.inner = inner;
    this.habits = habits;
    this.flush = flush;
  }

  /// Whether a printed document goes on with the next line.
  boolean isOpen() {
    return document.isOpen();
  }

  /// Whether JSON may begin with this brace or bracket; prefixes use them too.
  static boolean mayBegin(byte[] in, int from, int to) {
    int next = Scan.spaces(in, from + 1, to);
    if (next == to || in[next] == '\r') {
      return true;
    }
    return switch (in[next]) {
      case '"', '}' -> true;
      case '{', '[', ']' -> in[from] == '[';
      default -> false;
    };
  }

  /// Reads a line that begins with a brace or bracket.
  ///
  /// @return false if there is nothing of a log in it
  boolean read(byte[] in, int from, int to, long number) {
    String text = new String(in, from, to - from, StandardCharsets.UTF_8);
    Object value = JsonText.read(text);
    if (value == null && JsonDocument.mayBegin(in, from, to)) {
      document.begin(in, from, to, number);
      return true;
    }
    var begun = value == null ? JsonText.readBegun(text) : value;
    return begun != null && found(begun, text, number);
  }

  /// The next line of a printed document.
  ///
  /// @return false if it is none
  boolean add(byte[] in, int from, int to, long number) {
    return document.add(in, from, to, number);
  }

  void cut() {
    document.cut();
    if (!partial.isEmpty()) {
      partial.release(inner, around);
    }
  }

  private void object(String text, long number) {
    Object value = JsonText.read(text);
    if (value != null) {
      found(value, text, number);
    }
  }

  private boolean found(Object value, String text, long number) {
    around.clear();
    boolean isLog = visit(value, number);
    if (isLog) {
      byte[] bytes = Scan.bytes(text.length() > 200 ? text.substring(0, 200) : text);
      boolean isRecord = text.contains("\"error_severity\"");
      Layer layer = isRecord ? Layer.JSONLOG : Layer.JSON_WRAPPER;
      seen.see(layer, bytes, 0, bytes.length, number);
    }
    return isLog;
  }

  private boolean visit(Object value, long number) {
    boolean isLog = false;
    if (value instanceof List<?> elements) {
      for (Object element : elements) {
        isLog |= visit(element, number);
      }
    } else if (value instanceof Map<?, ?> members) {
      isLog = visit(members, number);
    }
    return isLog;
  }

  private boolean visit(Map<?, ?> members, long number) {
    note(members);
    if (members.get("error_severity") instanceof String severity
        && members.get("message") instanceof String message) {
      flush.run();
      record(new Members(members, number), Scan.bytes(severity), Scan.bytes(message));
      return true;
    }
    for (Object member : members.values()) {
      if (!(member instanceof String)) {
        note(member);
      }
    }
    boolean isLog = false;
    for (Object member : members.values()) {
      isLog |= member instanceof Map<?, ?> && visit(member, number);
      isLog |=
          member instanceof List<?> list
              && !list.isEmpty()
              && list.getFirst() instanceof Map<?, ?>
              && visit(list, number);
    }
    return isLog || text(members, number);
  }

  /// An object that is a message itself.
  private record Members(Map<?, ?> members, long line) implements NamedRecord.Fields {
    @Override
    public byte[] text(String name) {
      return Scan.bytes(members.get(name) instanceof String text ? text : "");
    }

    @Override
    public long number(String name) {
      return line;
    }

    @Override
    public int step() {
      return 0;
    }
  }

  private void record(Members members, byte[] severity, byte[] message) {
    var level = Severities.level(severity, 0, severity.length);
    if (Relevance.isPossible(level, message, 0, message.length)) {
      record.read(members, level, around, sink);
    }
  }

  private boolean text(Map<?, ?> members, long number) {
    for (String name : TEXTS) {
      Object value = members.get(name);
      byte[] text = value instanceof String string ? Scan.bytes(string) : bytes(value);
      if (text != null && text.length > 0) {
        lines(text, name.equals("log"), "P".equals(members.get("logtag")), number);
        return true;
      }
    }
    return false;
  }

  /// The journal writes a text that is not printable as a list of bytes.
  private static byte @Nullable [] bytes(@Nullable Object value) {
    if (!(value instanceof List<?> list) || list.isEmpty()) {
      return null;
    }
    byte[] bytes = new byte[list.size()];
    for (int at = 0; at < bytes.length; at++) {
      if (!(list.get(at) instanceof String number) || !number.matches("\\d{1,3}")) {
        return null;
      }
      bytes[at] = (byte) Integer.parseInt(number);
    }
    return bytes;
  }

  /// Docker marks the end of a line with a line feed, and cuts lines longer than 16 kB into several
  /// objects.
  private void lines(byte[] text, boolean isDocker, boolean isPart, long number) {
    boolean hasEnd = text[text.length - 1] == '\n';
    if (isDocker && hasEnd) {
      habits.lineEnd();
    }
    if (isPart || (isDocker && habits.marksLineEnds() && !hasEnd)) {
      partial.add(text, 0, text.length, number);
      return;
    }
    if (!partial.isEmpty()) {
      partial.add(text, 0, hasEnd ? text.length - 1 : text.length, number);
      partial.release(inner, around);
      return;
    }
    int begin = 0;
    while (begin < text.length) {
      int feed = Scan.newline(text, begin, text.length);
      inner.line(text, begin, feed, number, around);
      begin = feed + 1;
    }
  }

  /// Notes time, process and stream; inner objects know better than outer ones.
  private void note(@Nullable Object value) {
    if (!(value instanceof Map<?, ?> members)) {
      return;
    }
    for (String name : TIMES) {
      if (members.get(name) instanceof String time && noteTime(time)) {
        break;
      }
    }
    for (String name : PROCESSES) {
      if (members.get(name) instanceof String pid && pid.matches("\\d{1,9}")) {
        around.pid = Long.parseLong(pid);
      }
    }
    for (String name : STREAMS) {
      if (members.get(name) instanceof String stream) {
        byte[] bytes = Scan.bytes(stream);
        around.stream = Scan.hash(bytes, 0, bytes.length);
        break;
      }
    }
  }

  private boolean noteTime(String time) {
    if (time.matches("\\d{13}")) {
      around.epoch(time.substring(0, 10) + "." + time.substring(10));
      return true;
    }
    if (time.matches("\\d{16}")) {
      around.epoch(time.substring(0, 10) + "." + time.substring(10, 16));
      return true;
    }
    return around.time(time);
  }
}
