package org.vacuumadvisor.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.paste.Paste;

/// Lines that nobody understood and that may say the opposite of all else.
class UnreadMatterTest {
  private static final String CLEAN =
      """
      INFO:  vacuuming "public.t"
      INFO:  "t": found 5 removable, 100 nonremovable row versions in 7 out of 7 pages
      DETAIL:  0 dead row versions cannot be removed yet, oldest xmin: 700
      """;

  /// The DETAIL of 10 to 14 in words of somebody else, a row that a client drew, the postmaster's
  /// LogChildExit() with words before it.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "INFO:  \"t\": 897623 row versions cannot be removed yet\n",
        "-- n_live_tup | 12674745   #rows, n_dead_tup | 37325572   #dead\n",
        "postmaster: autovacuum worker (PID 21888) was terminated by signal 9: Killed\n"
      })
  void forbidsAnAllClearAndIsCited(String line) throws SourceException {
    var assessment = paste(CLEAN + line);

    assertEquals(Condition.NOTHING_TO_JUDGE, assessment.judgement().condition());
    assertTrue(assessment.evidence().unreadMatter().findFirst().isPresent());
  }

  /// Rows that are told to be none, rows that are wished for, and places that are free.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "We saw 0 dead row versions cannot be removed yet.\n",
        "SELECT relname FROM pg_stat_user_tables WHERE n_dead_tup > 1000;\n",
        "There were 669 unused item identifiers in it.\n"
      })
  void leavesTheRestAsItIs(String line) throws SourceException {
    assertEquals(Condition.NOTHING_WRONG_SHOWN, paste(CLEAN + line).judgement().condition());
  }

  /// A line of a report that goes on in words that no release writes.
  @Test
  void isNotCalledMissing() throws SourceException {
    var assessment =
        paste(
            """
            INFO:  vacuuming "public.t"
            INFO:  "t": found 5 removable, 100 nonremovable row versions in 7 out of 7 pages
            DETAIL:  500 dead row versions cannot be removed yet, because they are
                     needed by some transactions.
            """);

    assertEquals(Condition.NOTHING_TO_JUDGE, assessment.judgement().condition());
    assertTrue(
        assessment.findings().stream()
            .noneMatch(each -> each.headline().contains("does not show")));
  }

  private static Assessment paste(String text) throws SourceException {
    return Advisor.assess(List.of(Paste.Text.of("text", text.getBytes(StandardCharsets.UTF_8))));
  }
}
