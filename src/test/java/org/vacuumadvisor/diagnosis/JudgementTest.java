package org.vacuumadvisor.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.Pasted;
import org.vacuumadvisor.diagnosis.rule.RunText;
import org.vacuumadvisor.evidence.Asked;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;

/// A server is called healthy where the rules that matter most answered, and said no.
class JudgementTest {
  private static final Subject SERVER = new Subject.Cluster();
  private static final Evidence WHOLE = Given.server().with(Given.table("orders")).evidence();
  private static final Evidence PASTE =
      Pasted.evidence(" relname | n_dead_tup\n---------+------------\n orders  | 5\n");
  private static final Evidence LOG =
      Logs.evidence(RunText.vacuum("shop.public.orders").toString());

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          CRITICAL+INFO,    ACT_NOW
          WARNING+CRITICAL, ACT_NOW
          WARNING+INFO,     NEEDS_ATTENTION
          ADVICE,           NEEDS_ATTENTION
          INFO,             HEALTHY
          """)
  void isAsGraveAsTheGravestFinding(String severities, Condition condition) {
    var findings =
        Arrays.stream(severities.split("\\+", -1))
            .map(each -> finding("some-rule", Severity.valueOf(each)))
            .toList();

    assertEquals(condition, Judgement.of(Examination.of(findings), WHOLE).condition());
  }

  /// What asks about a symptom names it; what only says what is missing does not.
  @Test
  void aQuestionAboutASymptomIsNoAllClear() {
    var symptom = finding(Finding.NEED_MORE_DATA, Severity.ADVICE);
    var missing = finding(Finding.NEED_MORE_DATA, Severity.INFO);

    assertEquals(Condition.NEEDS_ATTENTION, condition(List.of(symptom), Map.of(), WHOLE));
    assertEquals(Condition.NEEDS_ATTENTION, condition(List.of(symptom), Map.of(), LOG));
    assertEquals(Condition.NOTHING_WRONG_SHOWN, condition(List.of(missing), Map.of(), LOG));
  }

  @Test
  void aServerIsHealthyUnlessARuleThatMattersCannotTell() {
    assertEquals(Condition.HEALTHY, condition(List.of(), Map.of(), WHOLE));
    assertEquals(
        Condition.HEALTHY, condition(List.of(), Map.of("some-rule", open("a", true)), WHOLE));
    for (var rule : essential()) {
      assertEquals(
          Condition.NOTHING_WRONG_SHOWN,
          condition(List.of(), Map.of(rule, open("a", false)), WHOLE),
          rule);
    }
  }

  /// A database without catalogs does not exist.
  @Test
  void aServerWhoseTablesCouldNotBeReadIsNotHealthy() {
    var unread = Given.server().gap("pg_class").evidence();

    assertEquals(Condition.NOTHING_TO_JUDGE, condition(List.of(), Map.of(), unread));
    assertEquals(List.of(Question.TABLES), questions(Map.of(), unread));
    assertEquals(Condition.HEALTHY, condition(List.of(), Map.of(), Given.server().evidence()));
    assertEquals(List.of(), questions(Map.of(), Given.server().evidence()));
    assertEquals(
        Condition.HEALTHY,
        condition(
            List.of(),
            Map.of(),
            Given.server().with(Given.table("orders")).gap("some sessions").evidence()));
  }

  /// Whatever the rules answer: nobody knows what was not shown.
  @Test
  void aPartOfTheEvidenceIsNeverHealthy() {
    var well = finding(Finding.HEALTHY, Severity.INFO);

    assertEquals(Condition.NOTHING_WRONG_SHOWN, ofPaste(Map.of()));
    assertEquals(Condition.NOTHING_WRONG_SHOWN, ofPaste(Map.of("some-rule", open("a", true))));
    assertEquals(Condition.NOTHING_WRONG_SHOWN, condition(List.of(well), Map.of(), PASTE));
    assertEquals(Condition.NOTHING_WRONG_SHOWN, condition(List.of(), Map.of(), LOG));
  }

  @Test
  void nothingIsJudgedOfATextThatTellsNothing() {
    assertEquals(
        Condition.NOTHING_TO_JUDGE, condition(List.of(), Map.of(), Logs.evidence("nothing\n")));
  }

  /// What matters most comes first; of five.
  @Test
  void asksWhatMattersMostFirst() {
    var open =
        Map.of(
            "some-rule", open("with ground", true),
            "other-rule", open("of no use", false),
            "autovacuum-disabled", open("essential", false),
            "wraparound-near", open("essential with ground", true));

    assertEquals(List.of("essential with ground", "essential", "with ground"), asked(open, PASTE));
    assertEquals(List.of("essential with ground", "essential"), asked(open, WHOLE));
  }

  @Test
  void asksFiveQuestionsAtMostByTheirNamesWhereTheyMatterAlike() {
    var open = new HashMap<String, List<Verdict.CannotTell>>();
    for (var each : List.of("f", "e", "d", "c", "b", "a")) {
      open.put("rule-" + each, open(each, true));
    }

    assertEquals(List.of("a", "b", "c", "d", "e"), asked(open, PASTE));
  }

  @Test
  void asksForAllSettingsAtOnce() {
    var setting = new Asked("a", null, Question.setting("autovacuum"));
    var open = List.of(new Verdict.CannotTell(SERVER, List.of(setting), false));

    assertEquals(List.of(Question.SETTINGS), questions(Map.of("autovacuum-disabled", open), WHOLE));
  }

  /// Where no table is known, no rule lacks a figure of one.
  @Test
  void asksForTablesWhereNoneAreKnown() {
    var settings = Pasted.evidence(" name | setting\n------+---------\n autovacuum | on\n");

    assertEquals(List.of(Question.TABLES, Question.SESSIONS), questions(Map.of(), settings));
    assertEquals(List.of(), questions(Map.of(), PASTE));
  }

  private static List<String> essential() {
    return List.of(
        "xmin-held-by-transaction",
        "xmin-held-by-prepared",
        "xmin-held-by-slot",
        "autovacuum-disabled",
        "threshold-too-high",
        "wraparound-near");
  }

  private static Finding finding(String id, Severity severity) {
    return Finding.of(id, severity, SERVER, "Something").build();
  }

  /// Where a rule lacks one figure, and perhaps knows another.
  private static List<Verdict.CannotTell> open(String what, boolean hasGround) {
    var asked = new Asked(what, null, new Question(what, what, what, false));
    return List.of(new Verdict.CannotTell(SERVER, List.of(asked), hasGround));
  }

  private static Condition ofPaste(Map<String, List<Verdict.CannotTell>> open) {
    return Judgement.of(new Examination(List.of(), open), PASTE).condition();
  }

  private static Condition condition(
      List<Finding> findings, Map<String, List<Verdict.CannotTell>> open, Evidence evidence) {
    return Judgement.of(new Examination(findings, open), evidence).condition();
  }

  private static List<Question> questions(
      Map<String, List<Verdict.CannotTell>> open, Evidence evidence) {
    return Judgement.of(new Examination(List.of(), open), evidence).questions();
  }

  private static List<String> asked(Map<String, List<Verdict.CannotTell>> open, Evidence evidence) {
    return questions(open, evidence).stream().map(Question::what).toList();
  }
}
