package org.vacuumadvisor.report.assessment;

import static org.vacuumadvisor.evidence.TableFigures.DEAD_ROWS;
import static org.vacuumadvisor.evidence.TableFigures.ROWS;
import static org.vacuumadvisor.evidence.TableFigures.TABLE_SIZE;
import static org.vacuumadvisor.evidence.TableFigures.THRESHOLDS;
import static org.vacuumadvisor.evidence.TableFigures.VISIBLE_SHARE;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.VacuumAtWork;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.IndexKeys;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.Counts;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.Outcome;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.TupleCounts;
import org.vacuumadvisor.postgres.ReleaseRange;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.postgres.Thresholds;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.unit.XidAge;

/// What a part of the evidence consists of, with the figures that say how it is: `2 vacuums by hand
/// (no dead rows left, removable cutoff 1 transaction old), 3 tables (orders: 4.2 % dead)`.
record Shown(Evidence evidence) {
  /// Settings that are named; of more it is told how many.
  private static final int NAMED = 3;

  static String of(Evidence evidence) {
    var shown = new Shown(evidence);
    var survey = evidence.survey();
    var what =
        Stream.of(
                evidence.history().filter(History::tellsOfRuns).stream()
                    .map(told -> told.runs() == 0 ? messages(told) : runs(told, shown.left())),
                counted(survey.machinery().vacuums().size(), "vacuum", " at work"),
                survey.coverage().excerpt().stream().flatMap(shown::rows),
                evidence.isServerSeen()
                    ? counted(
                        // whose index was shown alone was not
                        survey.relations().stream()
                            .filter(each -> each.indexes().isEmpty() || !each.name().isUnnamed())
                            .count(),
                        "table",
                        inBrackets(shown.states()))
                    : Stream.<String>of())
            .flatMap(each -> each)
            .collect(Collectors.joining(", "));
    return what.isEmpty() ? "no figure of dead rows, open transactions or ages is in it" : what;
  }

  /// Whether logs told of nothing but messages: what happened once is no state.
  static boolean areEvents(Evidence evidence) {
    return evidence
        .history()
        .filter(History::tellsOfRuns)
        .filter(told -> told.runs() == 0)
        .isPresent();
  }

  /// `messages about vacuum (worker not started)`.
  private static String messages(History told) {
    return told.notices().keySet().stream()
        .sorted()
        .map(each -> each.name().toLowerCase(Locale.ROOT).replace('_', ' '))
        .limit(NAMED)
        .collect(Collectors.joining(", ", "messages about vacuum (", ")"));
  }

  /// `3 vacuums (1 by autovacuum), 1 analyze`.
  ///
  /// @param left what the vacuums left behind, if that is told
  static String runs(History told, String left) {
    long vacuums = told.sum(Counts::vacuums);
    long automatic = told.sum(Counts::automatic);
    var how =
        automatic == 0
            ? told.fewRuns().stream().anyMatch(each -> each.heading().trigger() == null)
                ? ""
                : " by hand"
            : automatic == vacuums
                ? " by autovacuum"
                : " (%s by autovacuum)".formatted(Quantities.count(automatic));
    return Stream.of(
            counted(vacuums, "vacuum", how + left),
            counted(told.sum(Counts::rewrites), "rewrite", ""),
            counted(told.sum(Counts::analyzes), "analyze", ""))
        .flatMap(each -> each)
        .collect(Collectors.joining(", "));
  }

  /// What the last vacuums of all tables left behind, and how far back their cutoff was.
  private String left() {
    var last = evidence.lastVacuums().stream().map(Run::outcome).toList();
    var told = last.stream().flatMap(each -> left(each.tuples()).stream()).toList();
    var kept =
        told.stream()
            .reduce(Long::sum)
            .map(each ->
                (each == 0 ? "no dead rows" : Quantities.counted(each, "dead row"))
                    + (told.size() == last.size() ? " left" : " left as far as is shown"))
            .or(() -> last.isEmpty() ? Optional.empty() : Optional.of("what is left is not shown"));
    var cutoff =
        last.stream()
            .flatMap(each -> Stream.ofNullable(each.cutoff()))
            .map(Outcome.Cutoff::age)
            .max(Comparator.naturalOrder())
            .map(each -> "removable cutoff " + Quantities.counted(each, "transaction") + " old");
    return inBrackets(List.of(kept, cutoff));
  }

  /// Rows that had to stay, and those on pages that somebody held: up to 14 these are among the
  /// former, and a report without a line of them had none.
  private static Optional<Long> left(TupleCounts tuples) {
    return Optional.ofNullable(tuples.deadNotRemovable())
        .map(kept -> kept + Objects.requireNonNullElse(tuples.missedDead(), 0L));
  }

  private Stream<String> rows(Excerpt excerpt) {
    var survey = evidence.survey();
    var age =
        Reading.most(survey.databases().stream().map(Database::xidAge))
            .map(each -> "at most " + beside(each, survey.settings().freezeMaxAge()))
            .or(() -> ageShare(excerpt));
    var open =
        survey.horizonHolders().stream()
            .filter(
                each -> each instanceof HorizonHolder.Session of && !of.backend().isJustLooking())
            .flatMap(each -> new HolderText(each, survey.takenAt()).held().stream())
            .max(Comparator.naturalOrder())
            .map(each ->
                "oldest transaction open for %s%s"
                    .formatted(
                        excerpt.clock() == Excerpt.Clock.AT_LEAST ? "at least " : "",
                        Quantities.duration(each)));
    var leaves =
        survey.relations().stream()
            .flatMap(each -> each.indexes().stream())
            .flatMap(each ->
                each.get(IndexKeys.AVG_LEAF_DENSITY).known().stream()
                    .map(full -> "%s: leaves %s full".formatted(each.name(), full))
                    .filter(_ -> !each.name().equals(Index.PLACEHOLDER)))
            .findFirst();
    return Stream.of(
            counted(excerpt.settings().size(), "setting", changed(excerpt)),
            counted(
                idle(excerpt),
                "session",
                " idle in transaction"
                    + inBrackets(List.of(open.or(() -> Optional.of("since when is not shown"))))),
            Stream.of(
                    Map.entry(
                        Excerpt.Kind.DATABASES,
                        age.map(each -> "ages of databases (%s)".formatted(each))
                            .orElse("counters of databases")),
                    Map.entry(Excerpt.Kind.SESSIONS, "sessions" + inBrackets(List.of(open))),
                    Map.entry(Excerpt.Kind.PREPARED_TRANSACTIONS, "prepared transactions"),
                    Map.entry(Excerpt.Kind.REPLICATION_SLOTS, "replication slots"),
                    Map.entry(Excerpt.Kind.STANDBYS, "standbys"),
                    Map.entry(Excerpt.Kind.INDEXES, "indexes" + inBrackets(List.of(leaves))))
                .filter(each -> excerpt.shows(each.getKey()))
                .map(Map.Entry::getValue))
        .flatMap(each -> each);
  }

  /// How many of the sessions that are only counted are idle in transaction.
  private static long idle(Excerpt excerpt) {
    return excerpt.rows().stream()
        .filter(each -> each.kind() == Excerpt.Kind.SESSIONS)
        .filter(each ->
            Optional.ofNullable(each.figures().get("state"))
                .filter(state -> state.value().startsWith("idle in transaction"))
                .isPresent())
        .flatMap(each -> each.number("sessions").stream())
        .mapToLong(Double::longValue)
        .sum();
  }

  /// The oldest age where it is told as a part of a setting, which says little without that.
  private static Optional<String> ageShare(Excerpt excerpt) {
    var limit = Setting.AUTOVACUUM_FREEZE_MAX_AGE.parameter();
    return excerpt.rows().stream()
        .filter(each -> each.kind() == Excerpt.Kind.DATABASES)
        .flatMap(each -> each.number("age_percent_of_freeze_max_age").stream())
        .max(Comparator.naturalOrder())
        .map(Share::ofPercent)
        .map(each ->
            "at most %s of %s%s"
                .formatted(
                    each,
                    limit,
                    excerpt.settings().containsKey(limit) ? "" : ", which is not shown"));
  }

  /// The settings that somebody changed, where the defaults of all are known.
  private String changed(Excerpt excerpt) {
    var known = excerpt.settings().keySet().stream().map(Setting::named).toList();
    var changed =
        known.stream()
            .flatMap(Optional::stream)
            .sorted()
            .flatMap(each ->
                evidence.survey().settings().value(each).stream()
                    .filter(value -> !isDefault(each, value, excerpt.releases()))
                    .map(value -> each.parameter() + " = " + value.setting()))
            .toList();
    var first = changed.stream().limit(NAMED).collect(Collectors.joining(", "));
    return changed.isEmpty()
        ? known.contains(Optional.<Setting>empty()) ? "" : " (all as by default)"
        : changed.size() > NAMED
            ? " (%d not as by default: %s, …)".formatted(changed.size(), first)
            : " (not as by default: %s)".formatted(first);
  }

  private static boolean isDefault(Setting setting, SettingValue value, ReleaseRange releases) {
    return releases.latestFirst().stream()
        .anyMatch(each ->
            SettingValue.isSame(
                value.setting(),
                setting.bootValue(each).orElse(null),
                setting.unit(each).orElse(null)));
  }

  private record Dead(TableEvidence table, long dead, Optional<Double> rows) {
    /// Counters of nothing tell nothing: a standby has no others, nor a table that is not counted.
    boolean isTelling() {
      return dead > 0 || rows.filter(each -> each <= 0).isEmpty();
    }

    double part() {
      return rows.map(each -> dead / Math.max(1, dead + each)).orElse(0.0);
    }
  }

  /// The worst table by its dead rows, the oldest by its age; where neither is shown, what else is
  /// of the largest.
  private List<Optional<String>> states() {
    var states = Stream.concat(deadest(), oldest()).toList();
    return states.isEmpty()
        ? evidence.survey().relations().stream()
            .max(Comparator.comparing(each -> evidence.about(each).ask(TABLE_SIZE).or(Bytes.NONE)))
            .map(this::other)
            .stream()
            .toList()
        : states;
  }

  private Optional<String> other(Relation relation) {
    var table = evidence.about(relation);
    return Stream.of(
            table.ask(TableKeys.BLOAT_PERCENT).known().map("%s bloat by estimate"::formatted),
            table
                .ask(TableKeys.HEAP_FETCHES)
                .known()
                .map(each ->
                    "index-only scans visited it %s times".formatted(Quantities.count(each))),
            table.ask(TableKeys.HOT_PERCENT).known().map("%s of updates HOT"::formatted),
            table.ask(VISIBLE_SHARE).known().map("%s of pages all-visible"::formatted),
            table.ask(TABLE_SIZE).known().map("it takes %s"::formatted))
        .flatMap(Optional::stream)
        .findFirst()
        .map(each -> prefix(relation) + each);
  }

  /// The table with the largest part of dead rows, or with most of them, how many bring autovacuum,
  /// and what is free.
  private Stream<Optional<String>> deadest() {
    return evidence.survey().relations().stream()
        .filter(_ -> !evidence.isStandby()) // which counts nothing of its own
        .map(evidence::about)
        .flatMap(each ->
            each.ask(DEAD_ROWS).known().stream()
                .map(dead -> new Dead(each, dead, each.ask(ROWS).known())))
        .filter(Dead::isTelling)
        .max(Comparator.comparingDouble(Dead::part).thenComparingLong(Dead::dead))
        .stream()
        .flatMap(each ->
            Stream.of(
                Optional.of(text(each)),
                trigger(each),
                each.table()
                    .ask(TableKeys.FREE_PERCENT)
                    .known()
                    .map("%s of the file free"::formatted)));
  }

  /// The table that autovacuum has to freeze next.
  private Stream<Optional<String>> oldest() {
    return evidence.survey().relations().stream()
        .filter(each -> each.get(TableKeys.XID_AGE).isKnown())
        .max(Comparator.comparing(each -> each.get(TableKeys.XID_AGE).or(XidAge.NONE)))
        .map(each ->
            each.get(TableKeys.XID_AGE)
                .known()
                .map(age ->
                    prefix(each) + beside(age, evidence.options(each).trigger().freezeMaxAge())))
        .stream();
  }

  /// An age, beside the one at which autovacuum comes to freeze.
  private String beside(XidAge age, XidAge limit) {
    boolean isShown =
        evidence.survey().settings().value(Setting.AUTOVACUUM_FREEZE_MAX_AGE).isPresent();
    return "%s transactions old, autovacuum freezes at %s%s"
        .formatted(
            Quantities.rounded(age.count()),
            Quantities.rounded(limit.count()),
            isShown ? "" : " by default");
  }

  /// Of a table that a vacuum is at no threshold tells.
  private Optional<String> trigger(Dead table) {
    if (VacuumAtWork.on(table.table().relation(), evidence).isPresent()) {
      return Optional.of("a vacuum is at work on it");
    }
    return threshold(table);
  }

  private static Optional<String> threshold(Dead table) {
    return table.table().ask(THRESHOLDS)
            instanceof Reading.Known<Thresholds>(var limits, var source)
        ? Optional.of(
            (table.dead() > limits.vacuum()
                    ? "past the %s at which autovacuum comes%s: it is due"
                    : "autovacuum comes above %s%s")
                .formatted(
                    Quantities.rounded((long) limits.vacuum()),
                    source instanceof Source.Assumed ? " by default" : ""))
        : Optional.empty();
  }

  private String prefix(Relation relation) {
    boolean isOnly = evidence.survey().relations().size() == 1;
    return isOnly ? "" : relation.name().sql() + ": ";
  }

  private String text(Dead worst) {
    return prefix(worst.table().relation())
        + Quantities.rounded(worst.dead())
        + worst
            .rows()
            .map(each ->
                " of %s rows dead (%s)"
                    .formatted(
                        Quantities.rounded(Math.round(worst.dead() + each)),
                        new Share(worst.part())))
            .orElse(" dead rows");
  }

  private static String inBrackets(List<Optional<String>> texts) {
    var text = texts.stream().flatMap(Optional::stream).collect(Collectors.joining(", "));
    return text.isEmpty() ? "" : " (%s)".formatted(text);
  }

  private static Stream<String> counted(long number, String noun, String more) {
    return number == 0 ? Stream.of() : Stream.of(Quantities.counted(number, noun) + more);
  }
}
