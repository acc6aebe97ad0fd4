package org.vacuumadvisor.cli.apply;

import org.jspecify.annotations.Nullable;

/// One value that a change sets.
///
/// @param name of a setting of the server or of a storage parameter
/// @param from what has to stand there for it to be changed; null where it must not be set
/// @param to the new value; null for RESET
public record Value(String name, @Nullable String from, @Nullable String to) {

  Value back() {
    return new Value(name, to, from);
  }

  static String inWords(@Nullable String value) {
    return value == null ? "not set" : value;
  }
}
