package org.vacuumadvisor.gui.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.gui.server.ConnectScreen.SurveyFiles;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionParameters;
import org.vacuumadvisor.source.conninfo.Environment;
import org.vacuumadvisor.source.conninfo.SessionLimits;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.ServerSource;
import org.vacuumadvisor.source.saved.SurveyWriter;

class SurveyFilesTest {
  @TempDir private static Path directory;

  @BeforeAll
  static void saveTwoSurveys() throws Exception {
    save("monday.json");
    save("tuesday.json");
  }

  @Test
  void judgesOneSurvey() throws Exception {
    var assessment = new SurveyFiles(List.of(file("monday.json"))).assessment();

    assertFalse(assessment.evidence().survey().relations().isEmpty());
    assertTrue(assessment.evidence().window().isEmpty());
  }

  @Test
  void judgesWhatHappenedBetweenTwoInWhateverOrderTheyWereChosen() throws Exception {
    var there = new SurveyFiles(List.of(file("monday.json"), file("tuesday.json")));
    var back = new SurveyFiles(List.of(file("tuesday.json"), file("monday.json")));

    assertTrue(there.assessment().evidence().window().isPresent());
    assertEquals(there.assessment().evidence().window(), back.assessment().evidence().window());
    assertEquals("Survey monday.json and tuesday.json", there.origin().text());
  }

  @Test
  void saysWhatToDoWithFilesThatAreNoSurveys() throws Exception {
    var other = Files.writeString(file("notes.txt"), "buy milk");

    var failure =
        assertThrows(SourceException.class, () -> new SurveyFiles(List.of(other)).assessment());
    assertTrue(failure.explanation().contains("notes.txt"), failure::explanation);
  }

  private static void save(String name) throws Exception {
    var parameters =
        ConnectionParameters.resolve(
            SharedServers.on(Release.V18).uri(), Map.of(), Environment.ofProcess());
    try (var writer = SurveyWriter.to(file(name))) {
      ServerSource.of(parameters, SessionLimits.standard())
          .read(Databases.CURRENT, writer, Progress.NONE);
      writer.finish();
    }
  }

  private static Path file(String name) {
    return directory.resolve(name);
  }
}
