package org.vacuumadvisor.gui.paste;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.source.log.file.Compression;
import org.vacuumadvisor.source.log.line.Detection;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// What was read, in words: the format, the release, and how much of it was understood.
final class ReadingWords {
  private ReadingWords() {}

  static String of(Reading reading) {
    return Stream.of(coverage(reading), figures(reading), release(reading), formats(reading))
        .filter(each -> !each.isEmpty())
        .collect(Collectors.joining(" · "));
  }

  /// `212 of 212 entries read, 0 lines unknown`.
  private static String coverage(Reading reading) {
    var understood = reading.understanding();
    return understood.entries() == 0
        ? ""
        : "%s of %s read, %s unknown"
            .formatted(
                Quantities.count(understood.read()),
                understood.entries() == 1
                    ? "1 entry"
                    : Quantities.count(understood.entries()) + " entries",
                Quantities.counted(understood.unknownLines(), "line"));
  }

  private static String figures(Reading reading) {
    return reading
        .assessment()
        .evidence()
        .survey()
        .coverage()
        .excerpt()
        .filter(each -> each.tablesFound() > 0)
        .map(each ->
            "%d of %s of figures read"
                .formatted(each.tablesRead(), Quantities.counted(each.tablesFound(), "table")))
        .orElse("");
  }

  private static String release(Reading reading) {
    return reading
        .assessment()
        .evidence()
        .history()
        .filter(each -> each.runs() > 0)
        .map(History::releases)
        .map(each -> "written by " + each)
        .orElse("");
  }

  private static String formats(Reading reading) {
    return reading.detections().stream()
        .map(ReadingWords::format)
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private static String format(Detection detection) {
    var layers =
        detection.sightings().stream()
            .map(each -> each.layer().words())
            .distinct()
            .collect(Collectors.joining(", "));
    return "%s%s%s%s"
        .formatted(
            layers.isEmpty() ? "text" : layers,
            detection.compression() == Compression.NONE ? "" : ", compressed",
            ", " + new Bytes(detection.bytes()),
            detection.isCut() ? "; the compressed file is broken off or damaged there" : "");
  }
}
