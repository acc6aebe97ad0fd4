package org.vacuumadvisor.report.assessment;

import java.util.Comparator;
import java.util.stream.Collectors;
import org.vacuumadvisor.space.Doubt;
import org.vacuumadvisor.space.SpaceEstimate;

/// What an estimate of space says, and how far it can be believed.
public final class SpaceText {
  private SpaceText() {}

  /// `38 %, 1.2 GB`; with `about` where something speaks against it; `unknown` where nothing is
  /// known.
  public static String of(SpaceEstimate estimate) {
    return switch (estimate) {
      case SpaceEstimate.Estimated known ->
          "%s%s, %s".formatted(known.isSound() ? "" : "about ", known.bloat(), known.excess());
      case SpaceEstimate.Unknown _ -> "unknown";
    };
  }

  /// What the figure rests on, and what speaks against it.
  public static String validity(SpaceEstimate estimate) {
    return switch (estimate) {
      case SpaceEstimate.Estimated known when known.isMeasured() -> "measured: the file was read";
      case SpaceEstimate.Estimated known when known.isSound() ->
          "estimated by statistics: %s to %s".formatted(known.leastBloat(), known.mostBloat());
      case SpaceEstimate.Estimated known ->
          "uncertain, %s to %s: %s"
              .formatted(
                  known.leastBloat(),
                  known.mostBloat(),
                  known.doubts().stream()
                      .sorted(Comparator.naturalOrder())
                      .map(Doubt::reason)
                      .collect(Collectors.joining("; ")));
      case SpaceEstimate.Unknown(Doubt why) -> why.reason();
    };
  }
}
