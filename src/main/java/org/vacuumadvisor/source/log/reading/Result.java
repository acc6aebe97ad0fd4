package org.vacuumadvisor.source.log.reading;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.model.history.Understanding;
import org.vacuumadvisor.source.log.line.Detection;

/// How the reading went.
///
/// @param detections what each input turned out to be
/// @param understanding how much of what is about VACUUM was understood
/// @param isSilent whether no input told anything about VACUUM
public record Result(List<Detection> detections, Understanding understanding, boolean isSilent) {
  public Result {
    detections = List.copyOf(detections);
  }

  /// Why there was nothing to read: no input is a log, be it one that does not tell of VACUUM.
  ///
  /// @return a sentence for each input; empty if there was something
  public Optional<String> refusal() {
    return isSilent && detections.stream().noneMatch(Result::isLog)
        ? Optional.of(detections.stream().map(Result::reason).collect(Collectors.joining(" ")))
        : Optional.empty();
  }

  private static boolean isLog(Detection detection) {
    return detection.contents() == Detection.Contents.TEXT && detection.hasMessages();
  }

  private static String reason(Detection detection) {
    var name = detection.input().name();
    return switch (detection.contents()) {
      case EMPTY, BLANK ->
          detection.isCut()
              ? "Nothing of %s can be unpacked: it is damaged.".formatted(name)
              : "There is nothing in %s.".formatted(name);
      case BINARY -> "%s is not text.".formatted(name);
      case TEXT ->
          "%s is no log of PostgreSQL and no output of VACUUM: no line begins as its messages do."
              .formatted(name);
    };
  }
}
