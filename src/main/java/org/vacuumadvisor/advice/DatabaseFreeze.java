package org.vacuumadvisor.advice;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.Quantities;

/// Vacuums what is oldest in databases: SQL does it in one of them, vacuumdb in all.
///
/// Without FREEZE where the settings allow: a vacuum of a table older than
/// `vacuum_freeze_table_age` freezes what it has to, and FREEZE "will do more than the minimum
/// amount of work required" (the manual, Routine Vacuuming).
record DatabaseFreeze(Remedy.FreezeDatabases freeze, Evidence evidence) {
  private static final int NAMED = 5;

  Recommendation contract(Draft draft) {
    var first = freeze.databases().getFirst();
    return draft
        .database(first)
        .appliesTo(new Subject.OfDatabase(first))
        .said(
            others().isEmpty() ? "freeze-database" : "freeze-databases",
            first,
            vacuumdb(),
            Quantities.counted(others().size(), "other database"),
            named(others()))
        .how(
            isTruncationRefused()
                ? "Cutting off empty pages takes a transaction ID, which the server refuses now"
                    + (has(Feature.SELECTIVE_VACUUM) ? "." : "; from 12 on, VACUUM (TRUNCATE OFF).")
                : "")
        .sql("VACUUM%s;".formatted(options()))
        .verify(
            switch (freeze.ids()) {
              case TRANSACTIONS -> "age(datfrozenxid) of pg_database falls";
              case MULTIXACTS -> "mxid_age(datminmxid) of pg_database falls";
            })
        .build();
  }

  private String options() {
    var options =
        Stream.of(
                isFreezingPutOff() ? "FREEZE" : "",
                isTruncationRefused() && has(Feature.SELECTIVE_VACUUM) ? "TRUNCATE OFF" : "")
            .filter(each -> !each.isEmpty())
            .collect(Collectors.joining(", "));
    return options.isEmpty() ? "" : " (%s)".formatted(options);
  }

  /// Whether a plain VACUUM would pass frozen pages by, or leave rows as old as these: only one
  /// that is older than these limits is aggressive (`vacuum_get_cutoffs()`).
  private boolean isFreezingPutOff() {
    var settings = evidence.settings();
    var aggressive =
        switch (freeze.ids()) {
          case TRANSACTIONS -> settings.freezeTableAge();
          case MULTIXACTS -> settings.multixactFreezeTableAge();
        };
    return evidence.survey().databases().stream()
            .filter(each -> freeze.databases().contains(each.name()))
            .anyMatch(each -> each.age(freeze.ids()).is(age -> age.compareTo(aggressive) <= 0))
        || (freeze.ids() == Wraparound.TRANSACTIONS
            && settings.freezeMinAge().compareTo(freeze.least()) >= 0);
  }

  private List<String> others() {
    return freeze.databases().subList(1, freeze.databases().size());
  }

  private static String named(List<String> databases) {
    var names = databases.stream().limit(NAMED).collect(Collectors.joining(", "));
    return databases.size() > NAMED
        ? "%s and %s".formatted(names, Quantities.counted(databases.size() - NAMED, "other"))
        : names;
  }

  /// The command for all databases stops at the one that a provider keeps to itself.
  private String vacuumdb() {
    boolean isOfAll =
        !others().isEmpty() && !evidence.survey().server().assumedProvider().isManaged();
    return "%s, only the oldest tables, several at a time: vacuumdb%s%s --%s=%d%s --jobs=4%s%s."
        .formatted(
            isOfAll ? "All databases" : "From a shell",
            isOfAll ? " --all" : "",
            isFreezingPutOff() ? " --freeze" : "",
            leastAge(),
            freeze.least().count(),
            isTruncationRefused() && has(Feature.VACUUMDB_NO_TRUNCATE) ? " --no-truncate" : "",
            isOfAll ? "" : " with the database's name",
            has(Feature.SELECTIVE_VACUUM) ? "" : "; vacuumdb must be of 12 or newer");
  }

  private String leastAge() {
    return switch (freeze.ids()) {
      case TRANSACTIONS -> "min-xid-age";
      case MULTIXACTS -> "min-mxid-age";
    };
  }

  /// The lock for it is logged under a transaction ID.
  private boolean isTruncationRefused() {
    return freeze.areIdsRefused()
        && freeze.ids() == Wraparound.TRANSACTIONS
        && Feature.SELECTIVE_VACUUM.isIn(evidence.releases().latest());
  }

  private boolean has(Feature feature) {
    return evidence.releases().lacking(feature::isIn).isEmpty();
  }
}
