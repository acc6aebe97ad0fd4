package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;

class CorruptHeapTest {
  private static final String FROM_BEFORE =
      """
      2026-11-20 02:11:05.341 UTC [89] ERROR:  found xmin 4711 from before relfrozenxid 560000
      2026-11-20 02:11:05.341 UTC [89] CONTEXT:  while scanning block 12 offset 3 of relation "public.t"
      \tautomatic vacuum of table "shop.public.t"
      """;

  @Test
  void speaksOfADamagedTableOnce() {
    var findings = examine(FROM_BEFORE + FROM_BEFORE.replace("02:11", "02:12"));

    assertEquals(1, findings.size());
    assertEquals("Damaged data in public.t", findings.getFirst().headline());
    assertEquals(Severity.CRITICAL, findings.getFirst().severity());
  }

  @Test
  void provesItWithTheMessageAndThePlace() {
    var finding = examine(FROM_BEFORE + FROM_BEFORE.replace("02:11", "02:12")).getFirst();

    assertEquals(
        List.of(
            "the message: found xmin 4711 from before relfrozenxid 560000",
            "while: scanning the table, block 12",
            "told: 2",
            "limit: once"),
        Verdicts.facts(finding));
    assertInstanceOf(Subject.OfRelation.class, finding.subject());
  }

  @Test
  void namesTheTableFirstThatIsMetMost() {
    var twice = FROM_BEFORE + FROM_BEFORE.replace("02:11", "02:12");
    var once = FROM_BEFORE.replace("public.t\"", "public.s\"");

    assertEquals(
        List.of("Damaged data in public.t", "Damaged data in public.s"),
        examine(once + twice).stream().map(Finding::headline).toList());
    assertEquals(
        List.of("Damaged data in public.t", "Damaged data in public.s"),
        examine(twice + once).stream().map(Finding::headline).toList());
  }

  @Test
  void speaksOfAFileThatIsGone() {
    var gone =
        FROM_BEFORE.replaceAll(
            "found .*", "could not open file \"base/5/16384\": No such file or directory");

    assertEquals("Damaged data in public.t", examine(gone).getFirst().headline());
    assertEquals(List.of(), examine(gone.replace("base/5/16384", "/etc/service.conf")));
  }

  @Test
  void speaksOfDamageWhereNoTableIsNamed() {
    var finding = examine("ERROR:  found xmin 4711 from before relfrozenxid 560000\n").getFirst();

    assertEquals("Damaged data in a table that the message does not name", finding.headline());
  }

  /// Two damages of one kind, of which one has a name: neither hides the other.
  @Test
  void speaksOfDamageWithoutANameBesideOneWithOne() {
    var lines =
        List.of(
            "ERROR:  found xmin 4711 from before relfrozenxid 560000\n",
            "ERROR:  missing chunk number 0 for toast value 4711 in pg_toast_16384\n");

    for (var log : List.of(lines, lines.reversed())) {
      assertEquals(
          Set.of(
              "Damaged data in TOAST table pg_toast.pg_toast_16384",
              "Damaged data in a table that the message does not name"),
          examine(String.join("", log)).stream()
              .map(Finding::headline)
              .collect(Collectors.toSet()));
    }
  }

  @Test
  void cannotTellWithoutLogs() {
    assertEquals(List.of("the server's log"), Verdicts.lacks(new CorruptHeap(), Given.server()));
  }

  @Test
  void believesTheChecksumsThatTheServerCounts() {
    var found = Verdicts.findings(new CorruptHeap(), Given.server().checksumFailures(3).evidence());
    var none = Verdicts.findings(new CorruptHeap(), Given.server().checksumFailures(0).evidence());

    assertEquals("Damaged data in database shop", found.getFirst().headline());
    assertTrue(
        found.getFirst().remedies().stream()
            .anyMatch(each ->
                each instanceof Remedy.Act act && act.what().contains("pg_filenode_relation(0,")));
    assertEquals(List.of(), none);
  }

  private static List<Finding> examine(String log) {
    return Verdicts.findings(new CorruptHeap(), Evidence.of(Logs.history(log)));
  }
}
