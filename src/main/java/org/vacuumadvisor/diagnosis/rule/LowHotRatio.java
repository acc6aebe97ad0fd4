package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// Most updates of a table are not HOT: each writes to every index, and leaves a row that only
/// vacuum removes. Because there is no room on the pages, or because an indexed column changes.
final class LowHotRatio implements Rule {
  private static final double LOW = 0.5;
  private static final double UPDATES_WORTH_A_WORD = 10_000;
  private static final Bytes LARGE = Bytes.ofMegabytes(8);

  /// So many updates are HOT that the columns they set cannot all be indexed.
  private static final double SOME_ARE_HOT = 0.1;

  /// So many of the others went to another page that room is what they lacked.
  private static final double MOSTLY_ELSEWHERE = 0.5;

  private static final double HARDLY_ELSEWHERE = 0.1;

  /// Updates for each row from which on they tell something.
  private static final double ROUNDS = 2;

  /// So many updates for an insert that rows are updated soon after they came.
  private static final double UPDATED_AFTER_INSERT = 0.5;

  private static final int INDEXES_SHOWN = 3;

  @Override
  public String id() {
    return "low-hot-ratio";
  }

  /// Why updates are not HOT.
  private enum Cause {
    NO_ROOM,
    INDEXED_COLUMN,
    UNKNOWN
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    if (evidence.survey().server().standby()) {
      return Stream.empty();
    }
    return evidence.survey().relations().stream()
        .filter(each -> each.kind() == RelationKind.TABLE && !each.isSystem())
        .filter(each -> each.extent().size().compareTo(LARGE) >= 0 && !each.indexes().isEmpty())
        .flatMap(each -> Counted.of(each, evidence).stream())
        .filter(Counted::isLow)
        .sorted(Comparator.comparingLong(Counted::cold).reversed())
        .map(each -> finding(each, evidence));
  }

  /// A table with updates that tell what becomes of all of them.
  ///
  /// @param all what was done to it, in the time that counts
  private record Counted(Relation relation, Activity all) {

    /// Counted long enough that each row was updated twice, for a page that was filled by a load
    /// has no room for its first update, and one statement that changes every row is no workload.
    /// Or, in a window, updates of rows that were inserted in it or shortly before: then pages are
    /// filled now, and a lower fillfactor would have left them room.
    static Optional<Counted> of(Relation relation, Evidence evidence) {
      var ever = relation.activity();
      var lately = evidence.workload(relation).rates().activity();
      double alive = relation.population().map(rows -> (double) rows.live()).or(0.0);
      double enough = ROUNDS * Math.max(alive, relation.extent().rows().or(0.0));
      return (double) ever.updated() >= Math.max(UPDATES_WORTH_A_WORD, enough)
          ? Optional.of(new Counted(relation, ever))
          : evidence.older().isPresent()
                  && (double) Math.min(lately.inserted(), lately.updated()) >= UPDATES_WORTH_A_WORD
                  && (double) lately.updated() >= UPDATED_AFTER_INSERT * (double) lately.inserted()
              ? Optional.of(new Counted(relation, lately))
              : Optional.empty();
    }

    boolean isLow() {
      return (double) all.hotUpdated() < LOW * (double) all.updated();
    }

    long cold() {
      return all.updated() - all.hotUpdated();
    }

    Cause cause() {
      var elsewhere = all.newPageUpdated().known();
      if (elsewhere.isEmpty()) {
        return Cause.UNKNOWN;
      }
      double part = (double) elsewhere.get() / (double) cold();
      boolean someAreHot = (double) all.hotUpdated() >= SOME_ARE_HOT * (double) all.updated();
      return part < HARDLY_ELSEWHERE
          ? Cause.INDEXED_COLUMN
          : part >= MOSTLY_ELSEWHERE && someAreHot ? Cause.NO_ROOM : Cause.UNKNOWN;
    }
  }

  private Finding finding(Counted counted, Evidence evidence) {
    var relation = counted.relation();
    var cause = counted.cause();
    return new Finding(
        id(),
        Severity.ADVICE,
        new Subject.OfRelation(relation),
        "Only %s of the updates of %s are HOT%s"
            .formatted(
                Share.of(counted.all().hotUpdated(), counted.all().updated()),
                Names.of(relation, evidence),
                switch (cause) {
                  case NO_ROOM -> ": their pages have no room";
                  case INDEXED_COLUMN -> ": they change an indexed column";
                  case UNKNOWN -> "";
                }),
        facts(counted),
        "A HOT update stays on its page and touches no index, and the old row is removed by whoever"
            + " reads the page next. Any other update adds an entry to every index, and its old row"
            + " waits for vacuum. "
            + switch (cause) {
              case NO_ROOM ->
                  "Here most of the others found their page full. A lower fillfactor keeps room for"
                      + " them; it concerns pages that are filled from now on.";
              case INDEXED_COLUMN ->
                  "Here the pages have room, so what is left is that an indexed column changes. No"
                      + " fillfactor helps against that; only an index less does.";
              case UNKNOWN ->
                  "Whether room is missing or an indexed column changes cannot be told from these"
                      + " counters.";
            },
        cause == Cause.UNKNOWN ? Confidence.LOW : Confidence.MEDIUM,
        surer(cause, evidence),
        remedies(cause, relation));
  }

  private static @Nullable String surer(Cause cause, Evidence evidence) {
    return switch (cause) {
      case NO_ROOM, INDEXED_COLUMN -> null;
      case UNKNOWN ->
          Feature.IO_STATISTICS.isIn(evidence.survey().server().release())
              ? "Which columns the frequent UPDATE statements set, from pg_stat_statements."
              : "n_tup_newpage_upd, which PostgreSQL counts from 16 on; or which columns the"
                  + " frequent UPDATE statements set.";
    };
  }

  private static List<Fact> facts(Counted counted) {
    var relation = counted.relation();
    var all = counted.all();
    var facts = new ArrayList<Fact>();
    facts.add(
        Fact.observed("updates", Quantities.count(all.updated()), "pg_stat_all_tables.n_tup_upd"));
    facts.add(
        Fact.observed(
            "HOT updates among them",
            Quantities.count(all.hotUpdated()),
            "pg_stat_all_tables.n_tup_hot_upd"));
    all.newPageUpdated()
        .known()
        .ifPresent(count ->
            facts.add(
                Fact.observed(
                    "updates that went to another page",
                    Quantities.count(count),
                    "pg_stat_all_tables.n_tup_newpage_upd")));
    facts.add(
        Fact.observed(
            "fillfactor",
            relation.parameters().fillfactor().isPresent()
                ? Integer.toString(relation.parameters().fillfactor().getAsInt())
                : "100, the default",
            "pg_class.reloptions"));
    relation.indexes().stream()
        .filter(each -> !each.unique() && each.scans() == 0)
        .limit(INDEXES_SHOWN)
        .map(each ->
            Fact.observed("index never scanned", each.name(), "pg_stat_all_indexes.idx_scan"))
        .forEach(facts::add);
    facts.add(
        Fact.threshold(
            "low",
            "less than %s, once every row was updated twice, or of rows that have just come"
                .formatted(new Share(LOW)),
            CONVENTION,
            "ours; 33 to 50 % at fillfactor 100 is what a report of a busy table shows"));
    return facts;
  }

  private static List<Remedy> remedies(Cause cause, Relation relation) {
    return switch (cause) {
      case NO_ROOM -> List.of(room(relation));
      case INDEXED_COLUMN ->
          List.of(
              new Remedy.Act(
                  "Look which indexed column the updates change, and whether its index is"
                      + " needed."));
      case UNKNOWN -> List.of();
    };
  }

  private static Remedy room(Relation relation) {
    return new Remedy.Tune(
        new Subject.OfRelation(relation),
        Setting.FILLFACTOR,
        new Goal.RoomForUpdates(
            RowSpace.of(relation).rows() / Math.max(1, relation.extent().bestPages().count())));
  }
}
