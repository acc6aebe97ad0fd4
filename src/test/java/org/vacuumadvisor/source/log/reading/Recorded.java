package org.vacuumadvisor.source.log.reading;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.Column;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Section;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.Detection;
import org.vacuumadvisor.source.log.line.FirstSight;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// What was read from a text, kept for a test to look at.
public final class Recorded implements EntrySink {
  /// A message with its lines.
  public record Message(
      Level level,
      long line,
      @Nullable String timestamp,
      @Nullable String zone,
      long pid,
      List<Text> texts) {

    /// Its first line.
    String heading() {
      return texts.getFirst().text();
    }

    /// Its lines in one section.
    List<String> in(Section section) {
      return texts.stream().filter(text -> text.section() == section).map(Text::text).toList();
    }
  }

  /// A line of a message.
  record Text(Section section, String text) {}

  private final List<Message> messages = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();

  static Recorded of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8), ReadOptions.AUTO);
  }

  static Recorded of(byte[] bytes, ReadOptions options) {
    var recorded = new Recorded();
    try {
      var _ = detection(bytes, options, recorded);
    } catch (SourceException impossible) {
      throw new AssertionError(impossible);
    }
    return recorded;
  }

  static Detection detection(byte[] bytes, ReadOptions options, EntrySink sink)
      throws SourceException {
    var source = LogSource.stream(new Input(0, "test"), new ByteArrayInputStream(bytes));
    return new LogReader(options).read(List.of(source), sink, Progress.NONE).getFirst();
  }

  /// The messages, in order.
  public List<Message> messages() {
    return messages;
  }

  /// What stood outside messages.
  List<String> lines() {
    return lines;
  }

  @Override
  public void input(Input next) {}

  @Override
  public void entry(Entry entry) {
    var texts = new ArrayList<Text>();
    for (int line = 0; line < entry.lines(); line++) {
      texts.add(new Text(entry.section(line), entry.text(line)));
    }
    if (isOfApplication(entry)) {
      return;
    }
    messages.add(
        new Message(
            entry.level(),
            entry.lines() == 0 ? 0 : entry.number(0),
            entry.text(Column.TIMESTAMP),
            entry.text(Column.ZONE),
            entry.pid(),
            List.copyOf(texts)));
  }

  /// A container may leave out errors of applications, and does when that is fast.
  private static boolean isOfApplication(Entry entry) {
    for (int line = 0; line < entry.lines(); line++) {
      if (entry.section(line) == Section.CONTEXT) {
        return false;
      }
    }
    return entry.lines() > 0
        && (entry.level() == Level.ERROR || entry.level() == Level.FATAL)
        && FirstSight.isOfApplication(entry.bytes(), entry.from(0), entry.to(0));
  }

  @Override
  public void line(byte[] bytes, int from, int to, long line) {
    lines.add(new String(bytes, from, to - from, StandardCharsets.UTF_8));
  }

  @Override
  public void end() {}
}
