package org.vacuumadvisor.source.log.line;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.log.Column;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Relevance;
import org.vacuumadvisor.source.log.Section;

/// One object of jsonlog, or the same fields under csvlog's names as operators for Kubernetes write
/// them.
final class JsonRecord {
  private static final List<String> TIMES = List.of("timestamp", "log_time");
  private static final List<String> PROCESSES = List.of("pid", "process_id");
  private static final List<String> LINES = List.of("line_num", "session_line_num");

  private final Draft draft = new Draft();

  /// Whether an object is a message.
  static boolean isOne(Map<?, ?> object) {
    return object.get("error_severity") instanceof String
        && object.get("message") instanceof String;
  }

  void read(Map<?, ?> object, long number, Wrapping wrapping, EntrySink sink) {
    byte[] word = Scan.bytes(text(object, "error_severity"));
    var severity = Severities.find(word, 0, word.length);
    Level level = severity == null ? Level.LOG : severity.level();
    byte[] message = Scan.bytes(text(object, "message"));
    if (!Relevance.isPossible(level, message, 0, message.length)) {
      return;
    }
    draft.begin(level);
    stamp(object, wrapping);
    add(Section.MESSAGE, message, number);
    section(Section.DETAIL, object, number, "detail");
    section(Section.HINT, object, number, "hint");
    section(Section.QUERY, object, number, "internal_query");
    section(Section.CONTEXT, object, number, "context");
    section(Section.STATEMENT, object, number, "statement", "query");
    draft.hand(sink);
  }

  private void stamp(Map<?, ?> object, Wrapping wrapping) {
    byte[] time = Scan.bytes(first(object, TIMES));
    var stamps = new Stamps();
    stamps.clear();
    stamps.readTimestamp(time, 0, time.length);
    draft.time(time, stamps, wrapping);
    byte[] process = Scan.bytes(first(object, PROCESSES));
    long pid =
        Scan.digits(process, 0, process.length) == process.length
            ? Scan.number(process, 0, process.length, 10)
            : -1;
    byte[] session = Scan.bytes(text(object, "session_id"));
    long key = session.length == 0 ? pid + 1 : Scan.hash(session, 0, session.length);
    draft.session(key, pid >= 0 ? pid : wrapping.pid);
    byte[] line = Scan.bytes(first(object, LINES));
    boolean isNumber = line.length > 0 && Scan.digits(line, 0, line.length) == line.length;
    draft.ordinal(isNumber ? Scan.number(line, 0, line.length, 10) : Entry.UNKNOWN_ORDINAL);
    column(Column.STATE, object, "state_code", "sql_state_code");
    column(Column.USER, object, "user", "user_name");
    column(Column.DATABASE, object, "dbname", "database_name");
    column(Column.APPLICATION, object, "application_name");
    column(Column.BACKEND_TYPE, object, "backend_type");
  }

  private void column(Column column, Map<?, ?> object, String... names) {
    String value = first(object, List.of(names));
    if (!value.isEmpty()) {
      draft.column(column, value);
    }
  }

  private void section(Section section, Map<?, ?> object, long number, String... names) {
    add(section, Scan.bytes(first(object, List.of(names))), number);
  }

  private void add(Section section, byte[] text, long number) {
    int begin = 0;
    while (begin < text.length) {
      int feed = Scan.newline(text, begin, text.length);
      draft.line(section, text, begin, feed, number);
      begin = feed + 1;
    }
  }

  private static String first(Map<?, ?> object, List<String> names) {
    var told = names.stream().map(name -> text(object, name)).filter(value -> !value.isEmpty());
    return told.findFirst().orElse("");
  }

  private static String text(Map<?, ?> object, String name) {
    @Nullable Object value = object.get(name);
    return value instanceof String text ? text : "";
  }
}
