package org.vacuumadvisor.source.log.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Section;

/// Messages as a container would hand them over, and what an assembler makes of them.
final class Feed implements RunSink {
  final List<Run> runs = new ArrayList<>();
  final List<Notice> notices = new ArrayList<>();
  final Assembler assembler = new Assembler(this);
  private long line;

  Feed() {
    assembler.input(new Input(0, "test"));
  }

  /// A message: its severity and text, then lines that begin with the name of their section and a
  /// colon, or with nothing.
  Feed message(long session, Level level, String... lines) {
    var entry = new Entry();
    entry.begin(String.join("", lines).getBytes(StandardCharsets.UTF_8), level);
    entry.session(session, session == 0 ? Entry.UNKNOWN_PID : session);
    int at = 0;
    var section = Section.MESSAGE;
    for (var each : lines) {
      int end = at + each.getBytes(StandardCharsets.UTF_8).length;
      int skip = 0;
      for (var known : List.of(Section.DETAIL, Section.CONTEXT, Section.STATEMENT, Section.HINT)) {
        var tag = known.name() + ":  ";
        if (each.startsWith(tag)) {
          section = known;
          skip = tag.length();
        }
      }
      entry.line(section, at + skip, end, ++line);
      at = end;
    }
    assembler.entry(entry);
    return this;
  }

  /// The same without a session, as psql prints it.
  Feed info(String... lines) {
    return message(0, Level.INFO, lines);
  }

  Feed line(String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    assembler.line(bytes, 0, bytes.length, ++line);
    return this;
  }

  Feed end() {
    assembler.end();
    return this;
  }

  @Override
  public void run(Run run) {
    runs.add(run);
  }

  @Override
  public void notice(Notice notice) {
    notices.add(notice);
  }
}
