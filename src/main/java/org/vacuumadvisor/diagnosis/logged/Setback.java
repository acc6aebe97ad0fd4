package org.vacuumadvisor.diagnosis.logged;

import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.run.NoticeKind;

/// A table that vacuum did not get through with, because of somebody's lock.
///
/// @param told the notices of it
record Setback(TableHistory table, Occurrences told) {
  static final long OFTEN = 3;

  /// The tables of these logs that have notices of this kind.
  static Stream<Setback> of(LogCase logs, NoticeKind kind) {
    return logs.with(kind).map(table -> new Setback(table, table.notices(kind).orElseThrow()));
  }

  boolean isOften() {
    return told.count() >= OFTEN;
  }

  /// Whether a vacuum of the table ended after the last of these notices.
  boolean isDoneSince() {
    return Moments.of(told.last()).filter(table::wasVacuumedAfter).isPresent();
  }

  Severity severity() {
    return isDoneSince()
        ? (isOften() ? Severity.ADVICE : Severity.INFO)
        : isOften() ? Severity.WARNING : Severity.ADVICE;
  }

  Fact lastVacuum() {
    return table
        .milestones()
        .latest()
        .map(run -> Told.by(run, "last vacuum that ended", "took " + Told.elapsed(run)))
        .orElseGet(() -> Fact.observed("vacuums of it that ended", "none", "these logs"));
  }

  /// @param because why less is not often
  static Fact often(String because) {
    return Fact.threshold(
        "often", "%d times".formatted(OFTEN), Provenance.CONVENTION, "ours: " + because);
  }
}
