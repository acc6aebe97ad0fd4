package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.evidence.TableFigures.AUTOVACUUM_STATE;
import static org.vacuumadvisor.evidence.TableFigures.DEAD_ROWS;
import static org.vacuumadvisor.evidence.TableFigures.LAST_VACUUMED;
import static org.vacuumadvisor.evidence.TableFigures.ROWS;
import static org.vacuumadvisor.evidence.TableFigures.TABLE_SIZE;
import static org.vacuumadvisor.evidence.TableFigures.THRESHOLDS;
import static org.vacuumadvisor.model.TableKeys.N_INS_SINCE_VACUUM;
import static org.vacuumadvisor.model.TableKeys.N_LIVE_TUP;
import static org.vacuumadvisor.model.TableKeys.N_MOD_SINCE_ANALYZE;
import static org.vacuumadvisor.postgres.Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR;
import static org.vacuumadvisor.postgres.Setting.AUTOVACUUM_VACUUM_THRESHOLD;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.DeadRowTarget;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.KeptRows;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.threshold.StatsLost;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Excerpt.Kind;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.postgres.AutovacuumState;
import org.vacuumadvisor.postgres.Thresholds;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// What pasted figures show a part of and leave open, and what exactly would settle it.
record OpenQuestions(Evidence evidence, Rule rule) {
  private static final int TABLES_ASKED_ABOUT = 3;

  /// A migration leaves fewer behind. Our choice.
  private static final long MANY_OF_CATALOG = 10_000;

  /// Worth a question in a table of whatever size. Our choice.
  static final long MANY_DEAD = 1_000_000;

  /// Of rows that were inserted or changed since. Our choice.
  private static final long MANY_SINCE = 100_000;

  private static final Set<Key<?>> SIZES =
      Set.of(
          TableKeys.MAIN_BYTES,
          TableKeys.TABLE_BYTES,
          TableKeys.TOAST_BYTES,
          TableKeys.INDEXES_BYTES,
          TableKeys.TOTAL_BYTES,
          TableKeys.LISTED_BYTES,
          TableKeys.BLOAT_BYTES,
          TableKeys.N_LIVE_TUP,
          TableKeys.RELTUPLES);

  /// So long is no row on average, but for what lies out of line.
  private static final double LONGEST_ROW = 8192;

  /// A table worth a question by its size alone. Our choice.
  private static final Bytes LARGE = Bytes.ofGigabytes(1);

  /// From 18 on the default of `autovacuum_vacuum_max_threshold`, however large a table is.
  private static final long TOO_MANY = 100_000_000;

  /// The part of a table that no threshold should wait for. Our choice.
  private static final Share RAISED = new Share(0.5);

  /// So many times its threshold a table is not only waiting for its turn. Our choice.
  private static final int OVERDUE = 2;

  /// Of tables, the first kind that there is; else of the server.
  Stream<Finding> findings() {
    return Stream.<Supplier<Stream<Finding>>>of(
            this::staying, this::overdue, this::alone, this::toast, this::size, this::raised)
        .map(each -> each.get().limit(TABLES_ASKED_ABOUT).toList())
        .filter(each -> !each.isEmpty())
        .findFirst()
        .map(List::stream)
        .orElseGet(() -> new ServerQuestions(evidence, rule).findings());
  }

  private Stream<Finding> staying() {
    return evidence
        .tables()
        .filter(each -> each.isAutovacuumed() && !evidence.isStandby())
        .flatMap(each -> StayingDead.of(evidence.about(each)).stream())
        .filter(each -> !each.table().relation().isSystem() || each.dead() >= MANY_OF_CATALOG)
        .sorted(Comparator.comparingLong(StayingDead::dead).reversed())
        .map(this::ofDeadRows);
  }

  /// Vacuums that are told of say more of dead rows.
  private Stream<Finding> alone() {
    boolean isLogged = evidence.history().filter(told -> told.runs() > 0).isPresent();
    return evidence
        .survey()
        .userRelations()
        .filter(_ -> !isLogged)
        .map(evidence::about)
        .filter(each ->
            each.ask(DEAD_ROWS).is(dead -> dead >= KeptRows.MANY)
                && !each.ask(THRESHOLDS).isKnown())
        .sorted(Comparator.comparingLong((TableEvidence each) -> each.need(DEAD_ROWS)).reversed())
        .map(this::ofDeadAlone);
  }

  private Stream<Finding> toast() {
    return evidence.survey().relations().stream()
        .filter(each -> !each.readings().shows(TableKeys.DELETE_BATCH_ROWS))
        .flatMap(each -> ToastQuestion.of(evidence.about(each), rule).stream());
  }

  /// The largest of those of which nothing but the size is shown, which the rows do not explain.
  private Stream<Finding> size() {
    return evidence
        .survey()
        .userRelations()
        .filter(
            each -> TableKeys.ALL.stream().filter(each.readings()::shows).allMatch(SIZES::contains))
        .map(evidence::about)
        .filter(each -> each.history().isEmpty() && evidence.machinery().vacuums().isEmpty())
        .filter(each -> size(each).is(size -> size.compareTo(LARGE) >= 0))
        .filter(each ->
            Stream.of(TABLE_SIZE.of(each), each.ask(TableKeys.BLOAT_BYTES))
                    .filter(Reading::isKnown)
                    .count()
                == 1)
        .filter(each ->
            !each.ask(ROWS)
                .is(rows -> size(each).is(all -> (double) all.count() < LONGEST_ROW * rows)))
        .max(Comparator.comparing(each -> size(each).or(Bytes.NONE)))
        .map(each ->
            rule.advice(each.relation())
                .headline(
                    each.ask(TABLE_SIZE).isKnown()
                        ? "%s takes %s: what of it is dead or free is not shown"
                        : "%s has %s of bloat, as somebody estimates: of what size is not shown",
                    Names.atStart(each),
                    size(each).or(Bytes.NONE))
                .observed("size", size(each))
                .explained("size-alone")
                .asking(List.of(Question.TABLES))
                .build())
        .stream();
  }

  /// Thresholds that somebody raised for a table whose rows are not shown.
  private Stream<Finding> raised() {
    return evidence
        .survey()
        .userRelations()
        .map(evidence::about)
        .filter(each -> !each.ask(ROWS).isKnown() && !each.ask(DEAD_ROWS).isKnown())
        .flatMap(each -> raised(each).stream());
  }

  private Optional<Finding> raised(TableEvidence table) {
    var own = table.relation().parameters();
    var rows = own.real(AUTOVACUUM_VACUUM_THRESHOLD).filter(each -> each >= TOO_MANY);
    var share = own.real(AUTOVACUUM_VACUUM_SCALE_FACTOR).filter(each -> each >= RAISED.fraction());
    return rows.map(Quantities::number)
        .or(() -> share.map(each -> new Share(each).toString()))
        .map(some ->
            rule.advice(table.relation())
                .headline(
                    "Autovacuum comes to %s only when %s of its rows are dead: how many there are"
                        + " is not shown",
                    Names.of(table), some)
                .observed("rows that may be dead", some, "pg_class.reloptions")
                .explained("raised", table.relation().name().sql())
                .asking(List.of(Question.TABLES))
                .build());
  }

  private static Reading<Bytes> size(TableEvidence table) {
    var size = table.ask(TABLE_SIZE);
    return size.isKnown() ? size : table.ask(TableKeys.BLOAT_BYTES);
  }

  /// Rows that were inserted since the last vacuum, or changed since the last analyze, far past
  /// what brings autovacuum; and many rows to which no vacuum ever came.
  private Stream<Finding> overdue() {
    return evidence
        .survey()
        .userRelations()
        .filter(Relation::isAutovacuumed)
        .map(evidence::about)
        .filter(table -> table.ask(AUTOVACUUM_STATE).is(AutovacuumState::isOn))
        .filter(table -> table.history().stream().noneMatch(OpenQuestions::isKeptAway))
        .flatMap(table ->
            Stream.of(
                    overdue(table, N_INS_SINCE_VACUUM, Thresholds::insert, "vacuum", "inserted"),
                    neverVacuumed(table),
                    overdue(table, N_MOD_SINCE_ANALYZE, Thresholds::analyze, "analyze", "changed"))
                .flatMap(Optional::stream)
                .limit(1));
  }

  /// Whether a log tells what keeps autovacuum from it.
  private static boolean isKeptAway(TableHistory told) {
    return Stream.of(NoticeKind.AUTOVACUUM_CANCELLED, NoticeKind.AUTOVACUUM_ERROR)
        .anyMatch(each -> told.notices(each).isPresent());
  }

  private Optional<Finding> overdue(
      TableEvidence table,
      Key<Long> counted,
      Function<Thresholds, Float> threshold,
      String command,
      String happened) {
    var relation = table.relation();
    long rows = relation.get(counted).or(0L);
    return table
        .ask(THRESHOLDS)
        .known()
        .map(threshold)
        .filter(each -> rows >= MANY_SINCE && (float) rows > OVERDUE * each)
        .map(each ->
            rule.advice(relation)
                .headline(
                    "%s has %s rows %s since its last %s, and autovacuum comes above %s%s: why it"
                        + " did not is not shown",
                    Names.atStart(relation, evidence),
                    rows,
                    happened,
                    command,
                    each,
                    table.inquiry().assumed().isEmpty() ? "" : " by default")
                .observed(counted.label(), table.ask(counted))
                .engine("threshold", (double) each, "relation_needs_vacanalyze()")
                .explained("none-came")
                .remedy(
                    command.equals("vacuum")
                        ? new Remedy.VacuumNow(relation, analyze(relation))
                        : new Remedy.AnalyzeNow(relation))
                .asking(whyNone())
                .build());
  }

  private Optional<Finding> neverVacuumed(TableEvidence table) {
    var relation = table.relation();
    return table
        .ask(ROWS)
        .known()
        .filter(rows -> rows >= MANY_DEAD && table.ask(LAST_VACUUMED).is(Optional::isEmpty))
        .filter(_ -> !StatsLost.isYoungerThanItsRows(table))
        .map(rows ->
            rule.advice(relation)
                .headline(
                    "%s has %s rows and no vacuum on record: why none came is not shown",
                    Names.atStart(relation, evidence), rows)
                .observed("rows", table.ask(ROWS))
                .explained("never-vacuumed")
                .remedy(new Remedy.VacuumNow(relation, analyze(relation)))
                .asking(List.of(Question.TABLES, Question.CLASSES))
                .build());
  }

  private Finding ofDeadAlone(TableEvidence table) {
    var relation = table.relation();
    return rule.found(
            table.need(DEAD_ROWS) >= TOO_MANY ? Severity.WARNING : Severity.ADVICE, relation)
        .headline(
            "%s has %s dead rows: of how many rows is not shown",
            Names.atStart(relation, evidence), table.need(DEAD_ROWS))
        .observed("dead rows", table.ask(DEAD_ROWS))
        .explained("dead-alone")
        .remedies(
            Stream.<Remedy>of(new Remedy.VacuumNow(relation, analyze(relation)))
                .filter(_ -> evidence.shows(relation, "last_autovacuum"))
                .filter(_ -> relation.vacuumedLast().isEmpty() && !relation.name().isUnnamed()))
        .asking(withHolders(Question.TABLES))
        .build();
  }

  private Finding ofDeadRows(StayingDead staying) {
    var table = staying.table();
    var coming = staying.coming();
    // it comes and does not keep up: the next has to come sooner, whatever this one does
    double today = coming == StayingDead.Coming.AT_WORK ? table.need(THRESHOLDS).vacuum() : 0;
    return rule.found(
            staying.isFar() && staying.isMany() ? Severity.WARNING : Severity.ADVICE,
            table.relation())
        .headline(
            "%s has %s dead rows" + coming.words(),
            Names.atStart(table),
            staying.dead(),
            table.relation().vacuumedLast().map(Names::time).orElse(""))
        .facts(facts(table))
        .explained(coming.cause())
        .remedies(now(staying))
        .remedies(DeadRowTarget.below(today, table.relation(), evidence).stream())
        .asking(
            switch (coming) {
              case CAME ->
                  Stream.concat(
                          evidence.holdersNotShown().stream(),
                          Stream.of(Question.verbose(table.relation().name())))
                      .toList();
              case AT_WORK -> withHolders(Question.PROGRESS);
              case CAME_LONG_AGO, NEVER, NEVER_BY_ITSELF -> whyNone();
              case NOT_SHOWN -> withHolders(Question.TABLES);
            })
        .build();
  }

  /// Far past its threshold and not come to, a table is vacuumed by whoever sees it.
  private Stream<Remedy> now(StayingDead staying) {
    var relation = staying.table().relation();
    return Stream.<Remedy>of(new Remedy.VacuumNow(relation, analyze(relation)))
        .filter(_ -> staying.isFar() && staying.coming().cause().equals("none-came"))
        .filter(_ -> !relation.name().isUnnamed());
  }

  /// What no analyze is on record of is analyzed with it.
  private static List<String> analyze(Relation relation) {
    return relation.analyzedLast().isPresent() ? List.of() : List.of("ANALYZE");
  }

  private List<Question> withHolders(Question first) {
    return Stream.concat(Stream.of(first), evidence.holdersNotShown().stream()).toList();
  }

  private List<Question> whyNone() {
    return evidence.shows(Kind.SETTINGS)
        ? List.of(Question.CLASSES, Question.WORKERS)
        : List.of(Question.SETTINGS, Question.CLASSES);
  }

  private static Facts facts(TableEvidence table) {
    var last = table.ask(LAST_VACUUMED);
    boolean isAssumed = !table.inquiry().assumed().isEmpty();
    var facts =
        new Facts()
            .observed("dead rows", table.ask(DEAD_ROWS))
            .shown("live rows", table.ask(N_LIVE_TUP))
            .engine(
                "vacuum threshold",
                (double) table.need(THRESHOLDS).vacuum(),
                isAssumed
                    ? "relation_needs_vacanalyze() with PostgreSQL's defaults: the settings are not"
                        + " shown"
                    : "relation_needs_vacanalyze() with the settings as shown");
    return last.is(Optional::isPresent)
        ? facts.observed("last vacuum", last.map(each -> each.map(Names::time).orElse("never")))
        : facts;
  }
}
