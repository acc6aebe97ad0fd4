package org.vacuumadvisor.cli.apply;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.verify.JournalLine.Attempt;

/// What a run did: the document of `apply --format json`, whose schema is beside it,
/// `apply.schema.json`.
///
/// @param action `apply` or `undo`
/// @param at the server's clock
/// @param journal the file
/// @param stage the stage that was made, from 1; null where none was
/// @param stages how many there are
/// @param stopped why not all of it was done; null where it was
/// @param nextStage the next one; null where there is none
/// @param nextAfter from when on it can be judged whether the next one may be made
public record ApplyResult(
    int schemaVersion,
    String action,
    Instant at,
    String journal,
    @Nullable Integer stage,
    int stages,
    List<Watched> guards,
    List<Attempt> changes,
    List<Refused> refused,
    @Nullable String stopped,
    @Nullable Integer nextStage,
    @Nullable Instant nextAfter) {
  public ApplyResult {
    guards = List.copyOf(guards);
    changes = List.copyOf(changes);
    refused = List.copyOf(refused);
  }

  /// A figure that guards look at.
  ///
  /// @param value null where it is not known, or this release does not show it
  public record Watched(String figure, @Nullable Double value, double limit, String unit) {
    /// Whether it forbids to go on.
    boolean isOver() {
      return value != null && value > limit;
    }

    /// `WAL 1.2 MB/s`.
    String inWords() {
      return value == null
          ? figure + " not known"
          : "%s %s %s".formatted(figure, plain(value), unit).strip();
    }

    /// `WAL 120 MB/s (limit 100)`.
    String withLimit() {
      return "%s (limit %s)".formatted(inWords(), plain(limit));
    }

    private static String plain(double number) {
      return Quantities.number(Math.rint(number * 10) / 10);
    }
  }

  /// A change of the plan that is not made here.
  public record Refused(int change, String title, String why) {}
}
