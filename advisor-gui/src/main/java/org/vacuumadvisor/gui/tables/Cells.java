package org.vacuumadvisor.gui.tables;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Reason;
import org.vacuumadvisor.gui.part.Severities;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.report.assessment.TableReport;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;
import org.vacuumadvisor.space.SpaceEstimate.Unknown;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// What cells of the list of tables say.
final class Cells {
  private static final int HEADLINES = 5;

  private Cells() {}

  /// `+1.2 GB`.
  static String growth(long bytes) {
    return bytes == 0 ? "none" : (bytes > 0 ? "+" : "−") + new Bytes(Math.abs(bytes));
  }

  static String bytes(@Nullable Object count) {
    return count instanceof Long bytes && bytes > 0 ? new Bytes(bytes).toString() : "";
  }

  /// `3 h ago`, in the largest unit; empty where it never happened or is not known.
  static String ago(@Nullable Object time, Instant now) {
    if (!(time instanceof Instant moment)) {
      return "";
    }
    var ago = Duration.between(moment, now);
    return ago.toSeconds() < 1 ? "just now" : Quantities.duration(rounded(ago)) + " ago";
  }

  private static Duration rounded(Duration duration) {
    if (duration.toDays() > 0) {
      return duration;
    }
    return duration.toHours() > 0
        ? Duration.ofHours(duration.toHours())
        : duration.toMinutes() > 0
            ? Duration.ofMinutes(duration.toMinutes())
            : Duration.ofSeconds(duration.toSeconds());
  }

  /// A count as people speak of it: `950,000`, `12.3 million`.
  static String count(@Nullable Object count) {
    return count instanceof Number number ? Quantities.rounded(number.longValue()) : "";
  }

  static String moment(Optional<Instant> time) {
    return time.map(Words::moment).orElse("");
  }

  /// `12,345 of 10,050 (123 %)`.
  static String against(Optional<Reason> reason) {
    return reason
        .map(each ->
            "%s of %s (%s)"
                .formatted(
                    Quantities.count(each.count()),
                    Quantities.count(each.limit()),
                    TableReport.gone(each.share())))
        .orElse("");
  }

  /// `38 %`; `about 38 %` where something speaks against it.
  static String bloat(TableLine.Space space) {
    return switch (space.heapBloat()) {
      case Estimated known -> (known.isSound() ? "" : "about ") + known.bloat();
      case Unknown _ -> "";
    };
  }

  /// `1 warning, 1 advice, cleanup blocked`.
  static String findings(TableLine row) {
    var counted = counted(row);
    return row.blocked().isEmpty()
        ? counted
        : counted.isEmpty() ? "cleanup blocked" : counted + ", cleanup blocked";
  }

  private static String counted(TableLine row) {
    return row.findings().stream()
        .collect(
            Collectors.groupingBy(
                Finding::severity, () -> new EnumMap<>(Severity.class), Collectors.counting()))
        .entrySet()
        .stream()
        .map(each -> Words.counted(each.getValue(), each.getKey()))
        .collect(Collectors.joining(", "));
  }

  /// `Warning +2`: the severity of the worst, and how many more there are.
  static String worst(TableLine row) {
    int all = row.findings().size() + (row.blocked().isEmpty() ? 0 : 1);
    var word = row.worst().map(Severities::word).orElse(row.blocked().isEmpty() ? "" : "Blocked");
    return all > 1 ? word + " +" + (all - 1) : word;
  }

  static String headlines(TableLine row) {
    var lines =
        Stream.concat(
                row.findings().stream().map(Finding::headline),
                Stream.of(row.blocked()).filter(each -> !each.isEmpty()))
            .limit(HEADLINES)
            .collect(Collectors.joining("; "));
    return row.findings().size() > HEADLINES ? lines + "; …" : lines;
  }
}
