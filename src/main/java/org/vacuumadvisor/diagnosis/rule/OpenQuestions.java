package org.vacuumadvisor.diagnosis.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Excerpt.Kind;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// What pasted figures leave open, and what exactly would settle it.
record OpenQuestions(Excerpt excerpt, Evidence evidence) {
  private static final String ID = "need-more-data";
  private static final int TABLES_ASKED_ABOUT = 3;

  Stream<Finding> findings() {
    var staying =
        evidence.pastVacuumThreshold().stream()
            .filter(each -> !each.isSystem())
            .flatMap(each -> StayingDead.of(each, evidence).stream())
            .limit(TABLES_ASKED_ABOUT)
            .map(this::ofDeadRows)
            .toList();
    if (!staying.isEmpty()) {
      return staying.stream();
    }
    var toast =
        evidence
            .survey()
            .userRelations()
            .flatMap(each -> ToastQuestion.of(each, excerpt).stream())
            .limit(TABLES_ASKED_ABOUT)
            .toList();
    return toast.isEmpty()
        ? SlotQuestion.of(excerpt, evidence).or(this::ofNothing).stream()
        : toast.stream();
  }

  private Finding ofDeadRows(StayingDead staying) {
    var relation = staying.relation();
    var questions = new ArrayList<Question>();
    String headline =
        switch (staying.coming()) {
          case CAME -> {
            questions.addAll(Question.holders(excerpt));
            questions.add(Question.verbose(relation));
            yield "%s keeps %s dead rows although vacuum comes: what holds them is not shown"
                .formatted(Names.of(relation), Quantities.count(HeldRows.deadRows(relation)));
          }
          case NEVER -> {
            if (!excerpt.shows(Kind.SETTINGS)) {
              questions.add(Question.settings());
            }
            questions.add(Question.parameters(relation));
            questions.add(Question.workers());
            questions.add(Question.log());
            questions.add(Question.reset());
            yield "%s has %s dead rows and no vacuum on record: why none came is not shown"
                .formatted(Names.of(relation), Quantities.count(HeldRows.deadRows(relation)));
          }
          case NOT_SHOWN -> {
            questions.add(Question.lastVacuums(relation));
            questions.addAll(Question.holders(excerpt));
            yield "%s has %s dead rows: whether vacuum comes to it is not shown"
                .formatted(Names.of(relation), Quantities.count(HeldRows.deadRows(relation)));
          }
        };
    return finding(
        Severity.WARNING,
        new Subject.OfRelation(relation),
        headline,
        facts(relation),
        explanation(staying.coming()),
        questions);
  }

  private static String explanation(StayingDead.Coming coming) {
    return switch (coming) {
      case CAME ->
          "Vacuum removes only rows that no transaction may still need to see. Either someone holds"
              + " them back (an open transaction, a replication slot, a prepared transaction, a"
              + " standby), and then no setting helps, or rows die faster than vacuum comes. The"
              + " figures asked for tell the two apart; until then no setting should be changed.";
      case NEVER ->
          "Autovacuum may be off for the server or the table, may be cancelled again and again by"
              + " locks, its workers may be busy elsewhere, or the counters were lost a short while"
              + " ago. Each has another remedy.";
      case NOT_SHOWN ->
          "Without the time of the last vacuum nobody can tell whether vacuum fails to come or"
              + " fails to remove. The remedies are opposite.";
    };
  }

  private List<Fact> facts(Relation relation) {
    var facts = new ArrayList<Fact>();
    facts.add(
        Fact.observed(
            "dead rows",
            "%s of %s"
                .formatted(
                    Quantities.count(HeldRows.deadRows(relation)),
                    Quantities.count(
                        HeldRows.deadRows(relation)
                            + relation.population().map(rows -> rows.live()).or(0L))),
            "pg_stat_all_tables.n_dead_tup, n_live_tup"));
    facts.add(
        Fact.threshold(
            "autovacuum comes from",
            Quantities.count(evidence.thresholds(relation).vacuum()),
            Provenance.ENGINE,
            excerpt.settings().containsKey("autovacuum_vacuum_scale_factor")
                ? "relation_needs_vacanalyze() with autovacuum_vacuum_scale_factor as shown"
                : "relation_needs_vacanalyze() with PostgreSQL's defaults: the settings are not"
                    + " shown"));
    relation
        .maintenance()
        .vacuumedLast()
        .ifPresent(last ->
            facts.add(
                Fact.observed(
                    "last vacuum",
                    Names.time(last),
                    "pg_stat_all_tables.last_vacuum, last_autovacuum")));
    return facts;
  }

  /// Where nothing is wrong in what is shown, but too little is shown to say that all is well.
  private Optional<Finding> ofNothing() {
    var questions = new ArrayList<Question>();
    boolean showsDeadRows =
        evidence.survey().userRelations().anyMatch(each -> each.population().known().isPresent());
    if (!showsDeadRows) {
      questions.add(Question.tables());
      questions.addAll(Question.holders(excerpt).stream().limit(1).toList());
    }
    if (!excerpt.shows(Kind.SETTINGS)) {
      questions.add(Question.settings());
    }
    boolean showsSpace =
        evidence.survey().userRelations().anyMatch(each -> !each.indexes().isEmpty());
    if (questions.isEmpty() || showsDeadRows || showsSpace) {
      return Optional.empty();
    }
    return Optional.of(
        finding(
            Severity.INFO,
            new Subject.Cluster(),
            "The pasted figures do not show %s".formatted(Question.named(questions)),
            List.of(),
            "What is shown is not enough to say whether vacuum keeps up.",
            questions));
  }

  static Finding finding(
      Severity severity,
      Subject subject,
      String headline,
      List<Fact> facts,
      String explanation,
      List<Question> questions) {
    var evidence = new ArrayList<>(facts);
    questions.forEach(each -> evidence.add(Fact.observed("not shown", each.what(), each.view())));
    return new Finding(
        ID,
        severity,
        subject,
        headline,
        evidence,
        explanation,
        Confidence.HIGH,
        "Paste what shows %s, too.".formatted(Question.named(questions)),
        questions.stream().<Remedy>map(each -> new Remedy.Ask(each.what(), each.ask())).toList());
  }
}
