package org.vacuumadvisor.verify;

import org.jspecify.annotations.Nullable;

/// Whose values a change sets.
///
/// @param table whose `reloptions` hold them; null for settings of the server
/// @param toastOf the table through which storage parameters of a TOAST table are set, with the
///   prefix `toast.`; null otherwise
public record Target(@Nullable TableId table, @Nullable TableId toastOf) {
  public static final Target SERVER = new Target(null, null);

  public static Target of(TableId table) {
    return new Target(table, null);
  }

  /// Whether it is a setting of the server.
  public boolean isServer() {
    return table == null;
  }
}
