package org.vacuumadvisor.report.data;

import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.evidence.Question;

/// A problem in a document: findings joined by their cause. Each finding stands whole under
/// `findings`; here it is named by id, subject and headline.
final class JsonProblem {
  private JsonProblem() {}

  static void write(Problem problem, JsonText json) {
    json.word("severity", problem.severity());
    json.object("cause", () -> named(problem.cause(), json));
    json.list("alike", problem.alike(), JsonProblem::named);
    json.list("consequences", problem.consequences(), JsonProblem::named);
    json.list("recommendations", problem.recommendations(), JsonAdvice::recommendation);
  }

  private static void named(Finding finding, JsonText json) {
    json.text("id", finding.id());
    json.word("severity", finding.severity());
    json.subject("subject", finding.subject());
    json.text("headline", finding.headline());
  }

  static void question(Question question, JsonText json) {
    json.text("what", question.what());
    json.text("ask", question.ask());
    json.text("view", question.view());
  }
}
