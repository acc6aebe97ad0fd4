package org.vacuumadvisor.model;

import java.util.regex.Pattern;
import org.vacuumadvisor.unit.Resource;

/// Words about rows that vacuum removes or has to keep, about its counters and its workers.
public final class VacuumMatter {
  private static final Pattern WORDS =
      Pattern.compile(String.join("|", Resource.lines(VacuumMatter.class, "vacuum-matter.txt")));

  private VacuumMatter() {}

  /// Whether the text speaks of it.
  public static boolean isIn(String text) {
    return WORDS.matcher(text).find();
  }
}
