package org.vacuumadvisor.model.history;

import org.jspecify.annotations.Nullable;

/// Something to tell the user that is not a run: work that was skipped, cancelled or cut short,
/// warnings about wraparound, damage.
///
/// @param command null where the message does not tell
/// @param text the message itself, of errors and damage, shortened to a few hundred characters;
///   null where the kind says it all
/// @param translated whether its message was in another language than English
public record Notice(
    NoticeKind kind,
    Place place,
    Stamp stamp,
    @Nullable Command command,
    PrintedName name,
    Spot spot,
    Figures figures,
    @Nullable String text,
    boolean translated) {

  /// A notice about an input as a whole.
  public Notice(NoticeKind kind, Place place, Stamp stamp, @Nullable String text) {
    this(kind, place, stamp, null, PrintedName.NONE, Spot.NONE, Figures.NONE, text, false);
  }

  /// The numbers of a notice; null is what its message does not say.
  ///
  /// @param indexScans of [NoticeKind#FAILSAFE]
  /// @param pages of [NoticeKind#EAGER_SCAN_DISABLED]
  /// @param transactionsLeft of [NoticeKind#WRAPAROUND_WARNING]; multixacts of
  ///   [NoticeKind#MULTIXACT_WARNING], members of [NoticeKind#MULTIXACT_MEMBERS_WARNING]
  /// @param percentLeft likewise, from 19
  /// @param databaseOid where the message knows no name
  /// @param waitedMs of [NoticeKind#LOCK_WAIT]
  /// @param relationOid likewise
  /// @param process the server process that holds back cleanup, of [NoticeKind#HORIZON_HOLDER], or
  ///   waits, of [NoticeKind#LOCK_WAIT]
  /// @param xidAge how many transactions old what it holds is, of [NoticeKind#HORIZON_HOLDER]
  public record Figures(
      @Nullable Long indexScans,
      @Nullable Long pages,
      @Nullable Long transactionsLeft,
      @Nullable Double percentLeft,
      @Nullable Long databaseOid,
      @Nullable Double waitedMs,
      @Nullable Long relationOid,
      @Nullable Long process,
      @Nullable Long xidAge) {
    public static final Figures NONE =
        new Figures(null, null, null, null, null, null, null, null, null);
  }
}
