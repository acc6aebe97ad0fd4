package org.vacuumadvisor.gui.server;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.OneServer;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.saved.SurveyReader;

/// Surveys that were saved to files: one, or two of one server that make a window.
record SurveyFiles(List<Path> files) {
  SurveyFiles {
    files = List.copyOf(files);
  }

  Assessment assessment() throws SourceException {
    if (files.size() == 1) {
      return Advisor.assess(SurveyReader.read(files.getFirst()));
    }
    if (files.size() != 2) {
      throw new SourceException(
          "%d files were chosen. Choose one survey, or two of one server: then what happened in between is judged."
              .formatted(files.size()));
    }
    var one = SurveyReader.read(files.getFirst());
    var other = SurveyReader.read(files.getLast());
    return one.takenAt().isBefore(other.takenAt()) ? between(one, other) : between(other, one);
  }

  private static Assessment between(Survey older, Survey newer) throws SourceException {
    OneServer.check(older, newer);
    return Advisor.assess(older, newer);
  }

  Origin origin() {
    return new Origin.Saved(
        files.stream()
            .map(each -> String.valueOf(each.getFileName()))
            .collect(Collectors.joining(" and ")));
  }
}
