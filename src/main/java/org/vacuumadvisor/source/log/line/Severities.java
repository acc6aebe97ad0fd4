package org.vacuumadvisor.source.log.line;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Section;
import org.vacuumadvisor.source.log.Word;
import org.vacuumadvisor.unit.Resource;

/// The words before the colon, in English and in the languages that PostgreSQL's messages come in,
/// so that a translated log still falls into messages.
public final class Severities {
  /// A severity begins a message; a section goes on with it.
  public record Heading(Word text, Level level, Section section) {
    boolean isHead() {
      return level != Level.NONE;
    }
  }

  private static final Set<String> LEVELS =
      Stream.of(Level.values()).map(Level::name).collect(Collectors.toSet());

  private static final List<Heading> WORDS = new ArrayList<>();
  private static final Heading[][] BY_FIRST_BYTE = new Heading[256][];

  static {
    for (var line : Resource.lines(Severities.class, "severities.txt")) {
      var words = line.split(" ", -1);
      boolean isLevel = LEVELS.contains(words[0]);
      for (int at = 1; at < words.length; at++) {
        WORDS.add(
            new Heading(
                new Word(words[at]),
                isLevel ? Level.valueOf(words[0]) : Level.NONE,
                isLevel ? Section.MESSAGE : Section.valueOf(words[0])));
      }
    }
    for (int first = 0; first < BY_FIRST_BYTE.length; first++) {
      int wanted = first;
      BY_FIRST_BYTE[first] =
          WORDS.stream()
              .filter(word -> (word.text.first() & 0xFF) == wanted)
              .toArray(Heading[]::new);
    }
  }

  private Severities() {}

  /// The level that is exactly this range; where it is none, that of a log's own messages.
  static Level level(byte[] in, int from, int to) {
    Heading word = find(in, from, to);
    return word == null ? Level.LOG : word.level();
  }

  /// The word that is exactly this range, or null.
  public static @Nullable Heading find(byte[] in, int from, int to) {
    if (from < to) {
      for (Heading word : BY_FIRST_BYTE[in[from] & 0xFF]) {
        if (word.text.is(in, from, to)) {
          return word;
        }
      }
    }
    return null;
  }
}
