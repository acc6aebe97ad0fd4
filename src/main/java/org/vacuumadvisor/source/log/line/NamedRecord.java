package org.vacuumadvisor.source.log.line;

import org.vacuumadvisor.source.log.Column;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Scan;
import org.vacuumadvisor.source.log.Section;

/// One message whose parts have names: those of jsonlog, or csvlog's, which operators for
/// Kubernetes write in JSON, too.
final class NamedRecord {
  private final Draft draft = new Draft();
  private final Stamps stamps = new Stamps();

  /// What a record holds, by name.
  interface Fields {
    /// The text of a field; empty where there is none.
    byte[] text(String name);

    /// The line of the input in which a field begins.
    long number(String name);

    /// How many lines of the input a line of a text takes: none where line feeds are escaped.
    int step();
  }

  void read(Fields fields, Level level, Wrapping wrapping, EntrySink sink) {
    draft.begin(level);
    stamp(fields, wrapping);
    section(Section.MESSAGE, fields, "message");
    section(Section.DETAIL, fields, "detail");
    section(Section.HINT, fields, "hint");
    section(Section.QUERY, fields, "internal_query");
    section(Section.CONTEXT, fields, "context");
    section(Section.STATEMENT, fields, "statement", "query");
    if (draft.lines() > 0) {
      draft.hand(sink);
    }
  }

  private void stamp(Fields fields, Wrapping wrapping) {
    byte[] time = first(fields, "timestamp", "log_time");
    stamps.clear();
    stamps.readTimestamp(time, 0, time.length);
    draft.time(time, stamps, wrapping);
    long pid = number(first(fields, "pid", "process_id"), -1);
    byte[] session = fields.text("session_id");
    long key = session.length == 0 ? pid + 1 : Scan.hash(session, 0, session.length);
    draft.session(key, pid >= 0 ? pid : wrapping.pid);
    draft.ordinal(number(first(fields, "line_num", "session_line_num"), Entry.UNKNOWN_ORDINAL));
    column(Column.STATE, fields, "state_code", "sql_state_code");
    column(Column.USER, fields, "user", "user_name");
    column(Column.DATABASE, fields, "dbname", "database_name");
    column(Column.APPLICATION, fields, "application_name");
    column(Column.BACKEND_TYPE, fields, "backend_type");
  }

  private static long number(byte[] digits, long otherwise) {
    boolean isNumber = digits.length > 0 && Scan.digits(digits, 0, digits.length) == digits.length;
    return isNumber ? Scan.number(digits, 0, digits.length, 10) : otherwise;
  }

  private void column(Column column, Fields fields, String... names) {
    byte[] value = first(fields, names);
    if (value.length > 0) {
      draft.column(column, value, 0, value.length);
    }
  }

  private void section(Section section, Fields fields, String... names) {
    for (String name : names) {
      byte[] text = fields.text(name);
      long number = text.length == 0 ? 0 : fields.number(name);
      int begin = 0;
      while (begin < text.length) {
        int feed = Scan.newline(text, begin, text.length);
        draft.line(section, text, begin, feed, number);
        number += fields.step();
        begin = feed + 1;
      }
      if (text.length > 0) {
        return;
      }
    }
  }

  private static byte[] first(Fields fields, String... names) {
    byte[] text = {};
    for (int at = 0; at < names.length && text.length == 0; at++) {
      text = fields.text(names[at]);
    }
    return text;
  }
}
