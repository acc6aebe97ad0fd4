package org.vacuumadvisor.diagnosis.rule.horizon;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.KeptRows;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.LoggedTable;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.history.Hold;
import org.vacuumadvisor.model.history.Mode;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Outcome;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// Vacuums that logs tell of and that could not remove dead rows, because someone might still see
/// them. A log never says who, so no holder is named.
record LoggedHolds(Rule rule, Evidence evidence) {
  private static final int TABLES_SHOWN = 3;

  /// What ended sooner is mostly no habit to break.
  private static final Duration LONG = Duration.ofHours(1);

  private record Kept(LoggedTable table, Hold hold) {
    String database() {
      return table.history().name().database();
    }

    Outcome.@Nullable Cutoff cutoff() {
      return hold.last().outcome().cutoff();
    }

    /// IDs have 32 bits and begin anew.
    int xid() {
      return Objects.requireNonNullElse(hold.last().outcome().cutoffXid(), 0L).intValue();
    }

    long kept() {
      return hold.last().kept();
    }

    /// Whether it kept so few that only freezing is held back.
    boolean isOfFreezing() {
      return !KeptRows.isTelling(hold);
    }

    /// CLUSTER alone may run in the transaction that wrote the rows.
    boolean isOfCluster() {
      return hold.last().heading().mode() == Mode.CLUSTER && hold.last().removed() == 0;
    }
  }

  /// One finding for each database: its tables share one horizon.
  List<Finding> findings() {
    var held =
        LoggedTable.all(evidence)
            .flatMap(table ->
                table.history().milestones().hold().map(hold -> new Kept(table, hold)).stream())
            .filter(each -> KeptRows.isTelling(each.hold()))
            .filter(each -> !each.hold().isOver() || KeptRows.isLasting(each.hold()))
            .sorted(Comparator.comparingLong(Kept::kept).reversed())
            .toList();
    var open = held.stream().filter(each -> !each.hold().isOver()).map(Kept::database).toList();
    var found =
        Stream.concat(held.stream(), furthest().filter(each -> !open.contains(each.database())))
            .collect(Collectors.groupingBy(Kept::database, LinkedHashMap::new, Collectors.toList()))
            .entrySet()
            .stream()
            .map(each -> finding(each.getKey(), each.getValue()))
            .toList();
    return found.isEmpty() ? farInThePast().stream().toList() : found;
  }

  /// Of each database, and of its catalogs, the vacuum that got furthest, where its cutoff stood
  /// still: cutoffs only advance, so it has the last word. It need not have kept a dead row.
  private Stream<Kept> furthest() {
    return LoggedTable.all(evidence)
        .filter(each -> !each.relation().isTemporary())
        .flatMap(table ->
            table.latest().map(run -> new Kept(table, new Hold(run, run, 1, false))).stream())
        .filter(each -> each.cutoff() != null)
        .collect(
            Collectors.groupingBy(
                each -> List.of(each.database(), each.table().relation().isSystem()),
                LinkedHashMap::new,
                Collectors.reducing((one, other) -> other.xid() - one.xid() > 0 ? other : one)))
        .values()
        .stream()
        .flatMap(Optional::stream)
        .filter(each -> KeptRows.isStandingStill(each.hold().last()));
  }

  private Finding finding(String database, List<Kept> all) {
    var open = all.stream().filter(each -> !each.hold().isOver()).toList();
    var shown = open.isEmpty() ? all : open;
    var worst = shown.getFirst();
    return rule.found(severity(shown, !open.isEmpty()), subject(database, shown))
        .headline(headline(worst, shown.size(), !open.isEmpty()))
        .facts(facts(shown))
        .explained(open.isEmpty() ? "over" : worst.isOfFreezing() ? "standing" : "open")
        .confidence(
            worst.hold().runs() > 1 || KeptRows.isOld(worst.hold().last())
                ? Confidence.HIGH
                : Confidence.MEDIUM)
        .toBeCertain(open.isEmpty() ? null : surer())
        .remedies(open.isEmpty() ? List.of() : List.of(remedy(database, shown)))
        .build();
  }

  private Severity severity(List<Kept> shown, boolean isOpen) {
    boolean isOld =
        shown.stream()
            .map(Kept::cutoff)
            .anyMatch(cutoff -> cutoff != null && cutoff.age() > KeptRows.FREEZE_MAX_AGE);
    if (isOld) {
      return isOpen ? Severity.CRITICAL : Severity.WARNING;
    }
    if (!isOpen) {
      var holds = shown.stream().map(Kept::hold);
      return holds.anyMatch(LoggedHolds::matters) ? Severity.ADVICE : Severity.INFO;
    }
    boolean isLasting =
        evidence.notices(NoticeKind.OLDEST_XMIN_FAR_IN_PAST).isPresent()
            || shown.stream()
                .filter(each -> !each.isOfCluster() && KeptRows.isMuch(each.hold().last()))
                .anyMatch(each -> KeptRows.isLasting(each.hold()));
    return isLasting ? Severity.WARNING : Severity.ADVICE;
  }

  /// Whether it is over, and yet worth a question: it lasted, or most of a table was dead.
  private static boolean matters(Hold over) {
    return over.atLeast().filter(time -> time.compareTo(LONG) >= 0).isPresent()
        || KeptRows.isWithoutEffect(over.last());
  }

  private Subject subject(String database, List<Kept> shown) {
    return shown.size() == 1 || database.isEmpty()
        ? shown.getFirst().table().subject()
        : new Subject.OfDatabase(database);
  }

  private String headline(Kept worst, int tables, boolean isOpen) {
    var where = worst.table().name() + Names.andOthers(tables);
    long runs = worst.hold().runs(); // at one oldest xmin: one holder, no crowd of short ones
    var cutoff = worst.cutoff();
    if (worst.isOfFreezing() && cutoff != null) {
      return "Vacuum of %s cannot freeze rows of the last %s transactions: the oldest xmin is that old"
          .formatted(where, Quantities.count(cutoff.age()));
    }
    return isOpen
        ? (worst.isOfCluster()
                ? "CLUSTER had to copy %s dead rows of %s: its own transaction wrote them, or the"
                    + " oldest xmin blocks cleanup"
                : "Vacuum cannot remove %s dead rows of %s: the oldest xmin%s blocks cleanup")
            .formatted(
                Quantities.count(worst.kept()),
                where,
                runs > 1 ? ", the same in %s vacuums,".formatted(Quantities.count(runs)) : "")
        : "For a time vacuum could not remove %s dead rows of %s; since then it could"
            .formatted(Quantities.count(worst.kept()), where);
  }

  private Facts facts(List<Kept> shown) {
    var facts = new Facts();
    for (var each : shown.subList(0, Math.min(TABLES_SHOWN, shown.size()))) {
      var run = each.hold().last();
      facts.told(
          run,
          each.table().name() + ": dead but not removable",
          "%s, removed: %s"
              .formatted(Quantities.count(each.kept()), Quantities.count(run.removed())));
    }
    var hold = longest(shown);
    var last = hold.last();
    if (hold.runs() > 1) {
      var within = hold.atLeast().map(time -> ", within " + Quantities.duration(time));
      facts.fact(
          LogFacts.between(
              hold.first(),
              last,
              "vacuums that ended at the same oldest xmin",
              Quantities.count(hold.runs()) + within.orElse("")));
    }
    var cutoff = last.outcome().cutoff();
    var oldest = last.outcome().oldestXmin();
    facts.told(
        last,
        cutoff == null ? "oldest xmin" : "removable cutoff",
        cutoff == null
            ? oldest == null ? null : Long.toString(oldest)
            : "%d, %s transactions old".formatted(cutoff.xid(), Quantities.count(cutoff.age())));
    return shown.getFirst().isOfFreezing() ? facts : facts.fact(limit(shown.getFirst()));
  }

  private static Fact limit(Kept worst) {
    double threshold = KeptRows.threshold(worst.hold().last());
    return (double) worst.kept() > threshold
        ? Fact.engine(
            "limit of rows kept",
            "more than %s rows".formatted(Quantities.count(threshold)),
            "by PostgreSQL's default threshold autovacuum comes again for as many")
        : Fact.chosen(
            "limit of rows kept by a vacuum that removed none",
            KeptRows.isOld(worst.hold().last())
                ? "%s rows, behind a cutoff more than %s transactions old"
                    .formatted(Quantities.count(KeptRows.MANY), Quantities.count(KeptRows.OLD))
                : "%s rows, and a tenth of the live ones"
                    .formatted(Quantities.count(KeptRows.MANY)),
            "so many do not die by chance while it runs");
  }

  private static Hold longest(List<Kept> shown) {
    return shown.stream().map(Kept::hold).max(Comparator.comparingLong(Hold::runs)).orElseThrow();
  }

  private String surer() {
    return evidence.isServerSeen()
        ? "Taking the survey while the rows are held."
        : "The server itself says who: run the query below, or let the advisor look at the"
            + " server beside this log, while it lasts.";
  }

  /// Where vacuums of catalogs alone kept rows, a slot's `catalog_xmin` may be the reason: one of
  /// them stands for all.
  private Remedy remedy(String database, List<Kept> shown) {
    var relations = shown.stream().map(each -> each.table().relation()).toList();
    return new Remedy.FindHolder(
        Optional.of(database).filter(name -> !name.isEmpty()),
        Optional.of(relations.getFirst())
            .filter(_ -> relations.stream().allMatch(Relation::isSystem)),
        Optional.ofNullable(longest(shown).last().outcome().cutoffXid()));
  }

  /// The server says so itself, whatever the runs show.
  private Optional<Finding> farInThePast() {
    var find = new Remedy.FindHolder(Optional.empty(), Optional.empty(), Optional.empty());
    var ask = new Remedy.Ask(Question.SESSIONS); // any may have it, and it keeps no dead rows
    return farInThePast(NoticeKind.OLDEST_XMIN_FAR_IN_PAST, "transaction", "", find)
        .or(() ->
            farInThePast(NoticeKind.OLDEST_MULTIXACT_FAR_IN_PAST, "multixact", "multixact_", ask));
  }

  private Optional<Finding> farInThePast(
      NoticeKind kind, String what, String prefix, Remedy remedy) {
    return evidence
        .notices(kind)
        .map(told ->
            rule.warning("The server warns that its oldest %s is far in the past", what)
                .told(told, "warned")
                .explained("far-in-the-past", prefix)
                .toBeCertain(surer())
                .remedy(remedy)
                .build());
  }
}
