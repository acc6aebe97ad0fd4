package org.vacuumadvisor.gui.work;

import java.util.List;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.unit.Quantities;

/// Where what is open came from.
public sealed interface Origin {
  /// A text in the paste box.
  record Pasted() implements Origin {}

  /// Files, by the names people know them by.
  record Files(List<String> names) implements Origin {
    public Files {
      names = List.copyOf(names);
    }
  }

  /// A server that is being looked at.
  ///
  /// @param server what to call it, without a password
  record Connected(String server) implements Origin {}

  /// A survey that was saved.
  record Saved(String file) implements Origin {}

  /// Whether one takes the place of the other: there is one text, one server, one survey.
  default boolean isAlike(Origin other) {
    return isText() ? other.isText() : getClass().equals(other.getClass());
  }

  /// Whether it was read on the screen where one pastes.
  default boolean isText() {
    return this instanceof Pasted || this instanceof Files;
  }

  /// In a few words, fit to be shown.
  default String text() {
    return TerminalText.escaped(
        switch (this) {
          case Pasted _ -> "Pasted text";
          case Files(var names) when names.size() == 1 -> names.getFirst();
          case Files(var names) -> Quantities.counted(names.size(), "file");
          case Connected(var server) -> server;
          case Saved(var file) -> "Survey " + file;
        });
  }
}
