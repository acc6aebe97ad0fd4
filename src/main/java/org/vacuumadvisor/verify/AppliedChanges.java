package org.vacuumadvisor.verify;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.data.RecordJson;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.verify.Attempt.Result;
import org.vacuumadvisor.verify.JournalLine.Event;

/// What was made of a plan, as the lines of its journal tell: a file beside it that is only ever
/// added to.
public final class AppliedChanges {
  /// Ends a line that was cut off while it was written: what it announced was not begun.
  public static final String CUT_OFF = " (cut off)";

  private static final RecordJson<JournalLine> JSON =
      new RecordJson<>(JournalLine.class, SavedPlan.Nothing.class);

  private final Path file;
  private final Map<Integer, State> states = new HashMap<>();
  private Optional<JournalLine.Begun> begun = Optional.empty();

  /// Of no line yet.
  ///
  /// @param file the journal
  public AppliedChanges(Path file) {
    this.file = file;
  }

  /// What is known of a change.
  ///
  /// @param applied the intent by which it is in force; null where it is not
  /// @param open an intent without outcome; null where there is none
  /// @param left whether it was left alone because something else stood there
  public record State(@Nullable JournalLine applied, @Nullable JournalLine open, boolean left) {
    private static final State NONE = new State(null, null, false);

    private State after(JournalLine line, Attempt attempt) {
      if (line.event() != Event.OUTCOME) {
        return new State(applied, line, false);
      }
      return open == null || attempt.result() != Result.SET
          ? new State(applied, null, attempt.result() == Result.DIFFERS)
          : new State(open.event() == Event.APPLY ? open : null, null, false);
    }
  }

  /// The journal of a plan.
  public static Path journalOf(Path plan) {
    return plan.resolveSibling(plan.getFileName() + ".journal");
  }

  /// When those changes of a plan that are in force were made, by their number; none where nothing
  /// was applied. The journal is only read: a run may have it open.
  ///
  /// @throws SourceException if it cannot be read, or is none
  public static Map<Integer, Instant> madeAt(Path plan) throws SourceException {
    var made = new HashMap<Integer, Instant>();
    var changes = new AppliedChanges(journalOf(plan));
    try {
      if (Files.exists(changes.file)) {
        var _ = changes.takeFile();
      }
    } catch (IOException failure) {
      throw new SourceException(
          "Cannot read the journal %s.".formatted(changes.shownFile()), failure);
    }
    for (var change : changes.states.keySet()) {
      changes.appliedAt(change).ifPresent(at -> made.put(change, at));
    }
    return made;
  }

  /// Takes all whole lines of the file. One that was cut off may end within a character.
  ///
  /// @return what stands after them
  /// @throws SourceException if one is none of a journal
  public String takeFile() throws IOException, SourceException {
    var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    var whole = text.substring(0, text.lastIndexOf('\n') + 1);
    int number = 0;
    for (var each : whole.lines().toList()) {
      number++;
      if (!each.endsWith(CUT_OFF) && !isTaken(each)) {
        throw new SourceException(
            "Line %d of %s is none of a journal: the file was damaged or written by something else. Nothing was done."
                .formatted(number, shownFile()));
      }
    }
    return text.substring(whole.length());
  }

  /// Takes a line, if it is one.
  public boolean isTaken(String line) {
    try {
      var _ = take(JSON.read(line, new SavedPlan.Nothing()));
      return true;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /// Takes a line.
  ///
  /// @return as it stands in the file, without its end
  public String take(JournalLine line) {
    begun = begun.or(() -> Optional.ofNullable(line.begun()));
    var attempt = line.attempt();
    if (attempt != null) {
      states.put(attempt.change(), state(attempt.change()).after(line, attempt));
    }
    return JSON.write(line);
  }

  /// What is known of a change, begun or not.
  public State state(int change) {
    return states.getOrDefault(change, State.NONE);
  }

  /// When it was made; empty where it is not in force.
  public Optional<Instant> appliedAt(int change) {
    return Optional.ofNullable(state(change).applied()).map(JournalLine::at);
  }

  /// Whether anything was begun of a change.
  public boolean knows(int change) {
    return states.containsKey(change);
  }

  /// Of what it is; empty where nothing was begun.
  public Optional<JournalLine.Begun> begun() {
    return begun;
  }

  private String shownFile() {
    return TerminalText.escaped(file.toString());
  }
}
