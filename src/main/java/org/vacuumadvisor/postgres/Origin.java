package org.vacuumadvisor.postgres;

/// Where a value in effect comes from.
public sealed interface Origin {

  /// A storage parameter of the table (of the TOAST table) itself, named without `toast.`.
  record OwnParameter(String parameter) implements Origin {}

  /// A storage parameter of the table whose TOAST table this is.
  record ParentParameter(String parameter) implements Origin {}

  /// The server's setting.
  record Server(Setting setting) implements Origin {}

  /// We do not have the server's setting: the release's default stands in for it.
  record ReleaseDefault(Setting setting) implements Origin {}

  /// The release has no such setting: the value is the one that has no effect.
  record NotInRelease(Setting setting) implements Origin {}

  /// Whether the value is the table's, not the server's.
  default boolean isOfTable() {
    return switch (this) {
      case OwnParameter _, ParentParameter _ -> true;
      case Server _, ReleaseDefault _, NotInRelease _ -> false;
    };
  }
}
