package org.vacuumadvisor.source.log.template;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.log.Word;
import org.vacuumadvisor.unit.Resource;

/// What a server with `lc_messages` other than English says of VACUUM and ANALYZE, line by line.
///
/// The catalogue is read when the first line turns up that may be a translation.
public final class Translations {
  /// No line.
  static final byte[] NONE = {};

  private static final int LONGEST = 800;
  private static final int KEY_LENGTH = 3;

  /// Words by which a line of ASCII shows that it may be a translation.
  private static final List<Word> HINTS =
      Stream.of(
              "acuum ACUUM nalis nalys naliz nalyz ANALY onfli wraparound storniere annullamento"
                  .split(" ", -1))
          .map(Word::new)
          .toList();

  private static @Nullable Translations all;

  private final Map<Integer, List<Phrase>> byBeginning = new HashMap<>();
  private final List<Phrase> others = new ArrayList<>();

  private Translations() {}

  /// Whether a line that is not known in English is worth looking up.
  public static boolean isPossible(byte[] bytes, int from, int to) {
    if (to - from > LONGEST) {
      return false;
    }
    for (int at = from; at < to; at++) {
      if (bytes[at] < 0) {
        return true;
      }
    }
    return HINTS.stream().anyMatch(hint -> hint.find(bytes, from, to) >= 0);
  }

  /// The phrase that a line is, in whatever language; null if there is none.
  public static @Nullable Phrase find(byte[] bytes, int from, int to) {
    if (from >= to || to - from > LONGEST) {
      return null;
    }
    var translations = all();
    for (var phrase : translations.byBeginning.getOrDefault(key(bytes, from, to), List.of())) {
      if (phrase.english(bytes, from, to).length > 0) {
        return phrase;
      }
    }
    for (var phrase : translations.others) {
      if (phrase.english(bytes, from, to).length > 0) {
        return phrase;
      }
    }
    return null;
  }

  private static synchronized Translations all() {
    if (all == null) {
      all = load();
    }
    return all;
  }

  private static Translations load() {
    var translations = new Translations();
    var english = "";
    for (var line : Resource.lines(Translations.class, "translations.txt")) {
      if (line.startsWith("= ")) {
        english = line.substring(2);
      } else {
        int blank = line.indexOf(' ');
        translations.add(new Phrase(line.substring(0, blank), line.substring(blank + 1), english));
      }
    }
    return translations;
  }

  private void add(Phrase phrase) {
    var beginning = phrase.beginning().bytes();
    if (beginning.length < KEY_LENGTH) {
      others.add(phrase);
    } else {
      byBeginning
          .computeIfAbsent(key(beginning, 0, beginning.length), _ -> new ArrayList<>())
          .add(phrase);
    }
  }

  private static int key(byte[] bytes, int from, int to) {
    int key = 0;
    for (int at = from; at < Math.min(to, from + KEY_LENGTH); at++) {
      key = key << Byte.SIZE | (bytes[at] & 0xFF);
    }
    return key;
  }
}
