package org.vacuumadvisor.model;

import org.jspecify.annotations.Nullable;

/// Something the survey could not read, so that rules know what they cannot rule out.
///
/// @param kind what stood in the way
/// @param what what is missing, in the user's words: "statistics of 3 sessions of other users"
/// @param hides what cannot be seen because of it
/// @param remedy the statement or setting that would close the gap; null if there is none
public record Gap(Kind kind, String what, String hides, @Nullable String remedy) {

  /// What stood in the way.
  public enum Kind {
    NO_PRIVILEGE,
    OLDER_SERVER,
    TRACKING_OFF,
    TIMED_OUT,
    DATABASE_NOT_VISITED,
    STANDBY,
    /// It was taken out of an archive, which keeps counters, sizes and ages alone.
    ARCHIVED,
    FAILED;

    /// Whether it was asked for and not answered: another role, more time or another attempt may
    /// get the answer.
    public boolean isUnanswered() {
      return switch (this) {
        case NO_PRIVILEGE, TIMED_OUT, FAILED -> true;
        case OLDER_SERVER, TRACKING_OFF, DATABASE_NOT_VISITED, STANDBY, ARCHIVED -> false;
      };
    }
  }
}
