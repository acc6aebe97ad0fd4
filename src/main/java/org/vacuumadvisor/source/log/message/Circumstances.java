package org.vacuumadvisor.source.log.message;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.PrintedName;
import org.vacuumadvisor.model.history.Spot;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.Section;
import org.vacuumadvisor.source.log.Word;
import org.vacuumadvisor.source.log.template.Hole;
import org.vacuumadvisor.source.log.template.Lines;
import org.vacuumadvisor.source.log.template.Match;

/// What the `CONTEXT` of a message tells about it.
///
/// @param fromUserCode whether a function raised it: it says what somebody wrote, not what
///   PostgreSQL did
/// @param automatic whether autovacuum was at work
/// @param command null where no line names one
record Circumstances(
    boolean fromUserCode,
    boolean automatic,
    @Nullable Command command,
    PrintedName name,
    Spot spot) {
  private static final Circumstances NONE =
      new Circumstances(false, false, null, PrintedName.NONE, Spot.NONE);

  /// And so a line that goes on in the next, if somebody wrapped it.
  private static final Word WHILE = new Word("while ");

  private static final byte[] NOTHING = {};

  /// How the innermost line begins if a function of a procedural language raised the message.
  private static final Word LANGUAGE = new Word("PL/");

  /// Reads the context of an entry.
  static Circumstances of(Entry entry, Match match) {
    int first = entry.first(Section.CONTEXT);
    if (first < 0) {
      return NONE;
    }
    int last = first;
    while (last + 1 < entry.lines() && entry.section(last + 1) == Section.CONTEXT) {
      last++;
    }
    var reader = new Reader();
    for (int line = first; line <= last; line++) {
      reader.read(entry, line, match);
    }
    var bytes = entry.bytes();
    int from = Lines.start(bytes, entry.from(first), entry.to(first));
    return reader.result(LANGUAGE.standsAt(bytes, from, entry.to(first)));
  }

  /// The same of a statement that somebody called, where the context names none.
  Circumstances of(@Nullable Called called) {
    return command != null || called == null
        ? this
        : new Circumstances(fromUserCode, automatic, called.command(), called.name(), spot);
  }

  /// Reads line by line.
  private static final class Reader {
    private final TableName name = new TableName();
    private boolean automatic;
    private @Nullable Command command;
    private Spot spot = Spot.NONE;
    private byte[] torn = NOTHING;

    void read(Entry entry, int line, Match match) {
      var bytes = entry.bytes();
      int from = Lines.start(bytes, entry.from(line), entry.to(line));
      int to = Lines.end(bytes, from, entry.to(line));
      var form = ContextLine.GRAMMAR.read(bytes, from, to, match);
      if (form == null && torn.length > 0) {
        var whole = ReportReader.join(torn, (byte) ' ', bytes, from, to);
        form = ContextLine.GRAMMAR.read(whole, 0, whole.length, match);
      }
      boolean isTorn = form == null && WHILE.standsAt(bytes, from, to);
      torn = isTorn ? Arrays.copyOfRange(bytes, from, to) : NOTHING;
      if (form == null) {
        return;
      }
      switch (form.says()) {
        case SCANNING -> at(Spot.Phase.SCAN_HEAP, match);
        case VACUUMING -> at(Spot.Phase.VACUUM_HEAP, match);
        case VACUUMING_INDEX -> at(Spot.Phase.VACUUM_INDEX, match);
        case CLEANING_INDEX -> at(Spot.Phase.CLEANUP_INDEX, match);
        case TRUNCATING -> at(Spot.Phase.TRUNCATE, match);
        case AUTOMATIC_VACUUM -> automatic(Command.VACUUM, match);
        case AUTOMATIC_ANALYZE -> automatic(Command.ANALYZE, match);
        case PAGE -> {
          name.bare(match.text(Hole.TABLE));
          spot = spot(spot.phase(), match);
        }
      }
    }

    Circumstances result(boolean fromUserCode) {
      return new Circumstances(fromUserCode, automatic, command, name.split(), spot);
    }

    private void at(Spot.Phase phase, Match match) {
      command = Command.VACUUM;
      name.schemaAndTable(match.text(Hole.QUALIFIED));
      spot = spot(phase, match);
    }

    private static Spot spot(Spot.@Nullable Phase phase, Match match) {
      return new Spot(
          phase,
          match.countIfAny(Hole.BLOCK),
          match.countIfAny(Hole.OFFSET),
          match.textIfAny(Hole.INDEX));
    }

    /// The line of autovacuum itself is always the outermost: one further in is somebody's text.
    private void automatic(Command what, Match match) {
      automatic = true;
      command = what;
      name.databaseSchemaAndTable(match.text(Hole.QUALIFIED));
    }
  }
}
