package org.vacuumadvisor.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.verify.JournalLine.Attempt;
import org.vacuumadvisor.verify.JournalLine.Event;
import org.vacuumadvisor.verify.JournalLine.Result;

/// What was made of a plan, as the lines of its journal tell: a file beside it that is only ever
/// added to.
public final class AppliedChanges {
  /// Ends a line that was cut off while it was written: what it announced was not begun.
  public static final String CUT_OFF = " (cut off)";

  private final Map<Integer, State> states = new HashMap<>();
  private Optional<JournalLine.Begun> begun = Optional.empty();
  private boolean isCutOff;

  private AppliedChanges() {}

  /// What is known of a change.
  ///
  /// @param applied the intent by which it is in force; null where it is not
  /// @param open an intent without outcome; null where there is none
  /// @param left whether it was left alone because something else stood there
  /// @param written what was done last, made or taken back; null where nothing was
  public record State(
      @Nullable JournalLine applied,
      @Nullable JournalLine open,
      boolean left,
      @Nullable Attempt written) {
    private static final State NONE = new State(null, null, false, null);

    private State after(JournalLine line, Attempt attempt) {
      if (line.event() != Event.OUTCOME) {
        return new State(applied, line, false, written);
      }
      return open == null || attempt.result() != Result.SET
          ? new State(applied, null, attempt.result() == Result.DIFFERS, written)
          : new State(open.event() == Event.APPLY ? open : null, null, false, attempt);
    }
  }

  /// The journal of a plan.
  public static Path journalOf(Path plan) {
    return plan.resolveSibling(plan.getFileName() + ".journal");
  }

  /// What a journal tells so far; nothing where there is no such file. It is only read: a run may
  /// have it open.
  ///
  /// @throws SourceException if it cannot be read, or is none
  public static AppliedChanges read(Path file) throws SourceException {
    var shown = TerminalText.escaped(file.toString());
    var known = new AppliedChanges();
    int number = 0;
    try {
      var text = Files.exists(file) ? new String(Files.readAllBytes(file), UTF_8) : "";
      int end = text.lastIndexOf('\n') + 1;
      known.isCutOff = end < text.length();
      for (var each : text.substring(0, end).lines().toList()) {
        number++;
        if (!each.endsWith(CUT_OFF)) {
          known.take(JournalLine.of(each));
        }
      }
      return known;
    } catch (IllegalArgumentException broken) {
      throw new SourceException(
          "Line %d of %s is none of a journal: the file was damaged or written by something else. Nothing was done."
              .formatted(number, shown),
          broken);
    } catch (IOException failure) {
      throw new SourceException("Cannot read the journal %s.".formatted(shown), failure);
    }
  }

  /// Whether the last line has no end: it is to get [#CUT_OFF] as its end.
  public boolean isCutOff() {
    return isCutOff;
  }

  /// Takes a line.
  public void take(JournalLine line) {
    begun = begun.or(() -> Optional.ofNullable(line.begun()));
    var attempt = line.attempt();
    if (attempt != null) {
      states.put(attempt.change(), state(attempt.change()).after(line, attempt));
    }
  }

  /// What is known of a change, begun or not.
  public State state(int change) {
    return states.getOrDefault(change, State.NONE);
  }

  /// When those changes that are in force were made, by their number.
  public Map<Integer, Instant> madeAt() {
    var made = new HashMap<Integer, Instant>();
    states.forEach((change, state) ->
        Stream.ofNullable(state.applied()).forEach(it -> made.put(change, it.at())));
    return made;
  }

  /// Of what it is; empty where nothing was begun.
  public Optional<JournalLine.Begun> begun() {
    return begun;
  }
}
