package org.vacuumadvisor.diagnosis.rule.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.model.TableKeys;

/// Four chunks fit a page, so 40,000 of them need 10,000 pages at the most.
class ToastBloatTest {
  @Test
  void isSilentAboutAToastTableThatMayBeFull() {
    assertEquals(List.of(), examine(Given.table("pg_toast_1").rows(40_000).pages(19_999)));
  }

  @Test
  void speaksOfOneTwiceAsLargeAsItsChunksCanNeed() {
    var finding = examine(Given.table("pg_toast_1").rows(40_000).pages(20_000)).getFirst();

    assertEquals(
        "At least 50 % of the 156 MB of the TOAST table of public.docs are free or dead",
        finding.headline());
    var rewrite = assertInstanceOf(Remedy.RewriteTable.class, finding.remedies().getFirst());
    assertEquals("docs", rewrite.relation().name().name());
  }

  @Test
  void isSilentWhereNobodyCountedTheChunks() {
    var toast = Given.table("pg_toast_1").rowsUnknown().notCounted().pages(20_000);

    assertEquals(List.of(), examine(toast));
  }

  @Test
  void cannotTellWithoutTheChunks() {
    var toast = Given.table("pg_toast_1").pages(20_000).without(TableKeys.RELTUPLES);

    assertEquals(
        List.of("free space in the file"),
        Verdicts.lacks(
            new ToastBloat(),
            Given.server().with(Given.table("docs"), toast.without(TableKeys.N_LIVE_TUP))));
  }

  private static List<Finding> examine(TableGiven toast) {
    var evidence = Given.server().with(Given.table("docs").rows(10_000), toast).evidence();
    return Verdicts.findings(new ToastBloat(), evidence);
  }
}
