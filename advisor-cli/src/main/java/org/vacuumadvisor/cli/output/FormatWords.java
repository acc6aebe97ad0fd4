package org.vacuumadvisor.cli.output;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.log.line.Detection;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// What a file was taken for, in words.
public final class FormatWords {
  private static final int LONGEST = 100;

  private FormatWords() {}

  /// How a detected format of a log is called in a sentence.
  public static String of(Detection detection) {
    return Stream.of(
            Stream.of(head(detection)),
            detection.prefix() == null
                ? Stream.<String>empty()
                : Stream.of("  log_line_prefix: '%s'".formatted(shown(detection.prefix()))),
            detection.sightings().stream().map(FormatWords::of),
            detection.isCut()
                ? Stream.of("  The compressed stream is cut off: what stands before was read.")
                : Stream.<String>empty())
        .flatMap(each -> each)
        .collect(Collectors.joining(System.lineSeparator()));
  }

  private static String head(Detection detection) {
    return "%s: %s, %s, %s, %s"
            .formatted(
                shown(detection.input().name()),
                word(detection.contents()),
                word(detection.encoding()),
                Quantities.counted(detection.lines(), "line"),
                new Bytes(detection.bytes()))
        + (word(detection.compression()).equals("none")
            ? ""
            : ", compressed: " + word(detection.compression()));
  }

  private static String of(Detection.Sighting sighting) {
    return "  %s: %s, first line %s: %s"
        .formatted(
            word(sighting.layer()),
            Quantities.counted(sighting.count(), "time"),
            Quantities.count(sighting.line()),
            TerminalText.cut(shown(sighting.text()), LONGEST));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String shown(String text) {
    return TerminalText.escaped(text);
  }
}
