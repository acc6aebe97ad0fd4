package org.vacuumadvisor.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What came of one change.
///
/// @param reason why the verdict is so: a sentence
/// @param table whose figure was looked at, as SQL has it; null where none was
/// @param figure how it was seen: "dead rows that a vacuum found"; null where none was
/// @param measured null where nothing could be
/// @param promised what the figure was to become, in parts of what it was; null without a promise
/// @param untilDays how many more days it takes to decide, about; null where decided, or where
///   nobody can say
/// @param notes what else is to be known, a sentence each
/// @param revert the statement that takes it back; null where it is not to be
public record Outcome(
    PlannedChange change,
    Verdict verdict,
    String reason,
    @Nullable String table,
    @Nullable String figure,
    @Nullable Estimate measured,
    @Nullable Double promised,
    @Nullable Double untilDays,
    List<String> notes,
    @Nullable String revert) {
  public Outcome {
    notes = List.copyOf(notes);
  }

  /// In one word or two.
  public enum Verdict {
    /// The figure came to what was promised; without a promise, it fell by what is worth having.
    KEPT("kept"),
    NO_EFFECT("no effect"),
    /// The figure, or what was to be guarded, is worse than before.
    WORSE("worse: revert"),
    /// What was seen so far can be chance.
    UNDECIDED("undecided"),
    /// The old value is still there.
    NOT_MADE("not made"),
    /// Before and after cannot be compared.
    INVALID("cannot be judged");

    private final String words;

    Verdict(String words) {
      this.words = words;
    }

    /// In a report.
    public String inWords() {
      return words;
    }
  }
}
