package org.vacuumadvisor.fleet.watch;

import org.vacuumadvisor.model.HorizonHolder;

/// How holders of the oldest xmin are told apart in the archive and in metrics. Others rely on
/// these words: they stay as they are.
public final class HolderWords {
  private HolderWords() {}

  /// What it is.
  public static String kind(HorizonHolder holder) {
    return switch (holder) {
      case HorizonHolder.Session _ -> "session";
      case HorizonHolder.PreparedTransaction _ -> "prepared";
      case HorizonHolder.Slot _ -> "slot";
      case HorizonHolder.Standby _ -> "standby";
      case HorizonHolder.DeferredCleanup _ -> "defer_cleanup_age";
    };
  }

  /// Whose rows it keeps.
  public static String reach(HorizonHolder holder) {
    return switch (holder.reach()) {
      case HorizonHolder.Reach.OneDatabase _ -> "database";
      case HorizonHolder.Reach.Everything() -> "all";
      case HorizonHolder.Reach.Catalogs _ -> "catalogs";
    };
  }
}
