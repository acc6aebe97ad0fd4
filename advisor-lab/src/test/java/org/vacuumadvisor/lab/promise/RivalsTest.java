package org.vacuumadvisor.lab.promise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.lab.experiment.Rival;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.lab.workload.ScriptReader;

class RivalsTest {
  @Test
  void everyRivalSetsUpAServerOfItsOwn() throws Exception {
    var told = new ArrayList<String>();

    var contest =
        Contest.run(
            new Schedule(
                List.of(ScriptReader.read("sick", PromisesTest.SICK)),
                List.of(Releases.underTest().getLast()),
                Duration.ofSeconds(2),
                Duration.ofSeconds(4),
                Duration.ofSeconds(12),
                1,
                1),
            List.of(Rival.NOBODY, Rival.PGTUNE, Rival.DBA),
            told::add);

    assertEquals(List.of(), contest.failures());
    assertEquals(List.of(Rival.NOBODY, Rival.PGTUNE, Rival.DBA, Rival.ADVISOR), contest.rivals());
    var match = contest.matches().getFirst();
    match.servers().values().forEach(each -> assertEquals(List.of(), each.failures()));
    assertEquals(List.of(), match.server(Rival.NOBODY).statements());
    assertEquals(0, match.server(Rival.NOBODY).measured().vacuums());
    assertEquals(0, match.server(Rival.PGTUNE).measured().vacuums());
    assertTrue(match.server(Rival.DBA).measured().vacuums() > 0);
    assertTrue(match.server(Rival.ADVISOR).measured().vacuums() > 0);
    assertTrue(contest.mean(Rival.NOBODY, Contrast::deadRows) < 0.8);
    assertEquals(1, told.size());
    var json = new StringWriter();
    ContestJson.write(contest, json);
    assertEquals(List.of(), PromisesTest.violations(json.toString()));
  }
}
