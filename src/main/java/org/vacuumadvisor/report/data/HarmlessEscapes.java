package org.vacuumadvisor.report.data;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;

/// JSON may hold any character but a few; a terminal that shows it may not. What would steer a
/// terminal or turn text around is escaped, too.
public final class HarmlessEscapes extends CharacterEscapes {
  private static final long serialVersionUID = 1;
  private static final int DELETE = 0x7f;

  @Override
  public int[] getEscapeCodesForAscii() {
    int[] codes = standardAsciiEscapesForJSON();
    codes[DELETE] = ESCAPE_STANDARD;
    return codes;
  }

  @Override
  public @Nullable SerializableString getEscapeSequence(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED ->
          new SerializedString("\\u%04x".formatted(character));
      default -> null;
    };
  }
}
