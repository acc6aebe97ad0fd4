package org.vacuumadvisor.source.paste.table;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a cell says, without what clients put around it.
public final class CellText {
  private static final Set<String> SPELLINGS =
      Set.of(
          "null", "[null]", "(null)", "<null>", "{null}", "\\n", "¤", "∅", "␀", "nan", "never", "-",
          "–", "—", "nunca", "nie", "jamais");

  private CellText() {}

  /// The trimmed cell without the emphasis of Markdown; null where it says so. An empty cell is
  /// psql's own NULL.
  public static @Nullable String read(String cell) {
    var text = plain(cell.strip());
    return text.isEmpty() || SPELLINGS.contains(text.toLowerCase(Locale.ROOT)) ? null : text;
  }

  private static String plain(String cell) {
    var text = cell;
    for (var mark : new String[] {"**", "`", "*", "~~"}) {
      boolean isMarked =
          text.length() > 2 * mark.length() && text.startsWith(mark) && text.endsWith(mark);
      text = isMarked ? text.substring(mark.length(), text.length() - mark.length()) : text;
    }
    return text;
  }
}
