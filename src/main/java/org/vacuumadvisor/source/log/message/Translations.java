package org.vacuumadvisor.source.log.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tells in which language a server with `lc_messages` other than English speaks of VACUUM and
/// ANALYZE: by a few words of its headings.
final class Translations {
  private static final int LONGEST = 400;

  private static final List<Heading> HEADINGS =
      List.of(
          heading("de", "automatisches Vacuum der Tabelle"),
          heading("de", "automatisches aggressives Vacuum"),
          heading("de", "automatisches Analysieren der Tabelle"),
          heading("de", "Vacuum von \u00bb"),
          heading("de", "beende Vacuum der Tabelle"),
          heading("de", "analysiere \u00bb"),
          heading("fr", "VACUUM automatique"),
          heading("fr", "ANALYZE automatique"),
          heading("fr", "ex\u00e9cution du VACUUM sur"),
          heading("fr", "ex\u00e9cution d'un VACUUM agressif"),
          heading("fr", "fin du VACUUM de"),
          heading("fr", "analyse \u00ab"),
          heading(
              "ru",
              "\u0430\u0432\u0442\u043e\u043c\u0430\u0442\u0438\u0447\u0435\u0441\u043a\u0430\u044f"
                  + " \u043e\u0447\u0438\u0441\u0442\u043a\u0430"),
          heading(
              "ru",
              "\u0430\u0432\u0442\u043e\u043c\u0430\u0442\u0438\u0447\u0435\u0441\u043a\u0438\u0439"
                  + " \u0430\u043d\u0430\u043b\u0438\u0437"),
          heading("ru", "\u043e\u0447\u0438\u0441\u0442\u043a\u0430 \""),
          heading(
              "ru",
              "\u0430\u043d\u0430\u043b\u0438\u0437\u0438\u0440\u0443\u0435\u0442\u0441\u044f \""));

  private Translations() {}

  /// @param words what only this language's headings say
  private record Heading(String language, Word words) {}

  /// The language of a heading, as its code; null if this is no translated heading.
  static @Nullable String of(byte[] bytes, int from, int to) {
    if (to - from > LONGEST) {
      return null;
    }
    for (var heading : HEADINGS) {
      if (heading.words.isIn(bytes, from, to)) {
        return heading.language;
      }
    }
    return null;
  }

  private static Heading heading(String language, String words) {
    return new Heading(language, new Word(words));
  }
}
