package org.vacuumadvisor.model.history;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a run is: where and when it was read, of which table, and how it was started.
///
/// @param place of its first message
/// @param stamp of its first message
/// @param mode null for ANALYZE
/// @param trigger null where the heading is cut off
/// @param toastOf null for tables that are not TOAST
public record Heading(
    Place place,
    Stamp stamp,
    Command command,
    @Nullable Mode mode,
    @Nullable Trigger trigger,
    PrintedName name,
    @Nullable ToastOwner toastOf,
    Set<Trait> traits) {
  public Heading {
    traits = Set.copyOf(traits);
  }

  /// Whether the table was written anew.
  public boolean isRewrite() {
    return mode != null && mode != Mode.LAZY;
  }
}
