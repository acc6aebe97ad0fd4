package org.vacuumadvisor.source.log.template;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.unit.Resource;

/// Forms that a line may have, found by its first byte.
///
/// @param <S> the kinds of things its lines say
public final class Grammar<S> {
  private static final int BYTES = 256;

  private final List<Form<S>> forms;
  private final List<List<Form<S>>> byFirst = new ArrayList<>(BYTES);

  /// @param forms in order: the first that fits wins
  private Grammar(List<Form<S>> forms) {
    this.forms = List.copyOf(forms);
    for (int each = 0; each < BYTES; each++) {
      byte first = (byte) each;
      byFirst.add(
          forms.stream().filter(form -> form.template().beginnings().contains(first)).toList());
    }
  }

  /// The forms that stand in a resource, a line each: what it says, and how it is written.
  ///
  /// @param says what a word before the first colon stands for
  public static <S> Grammar<S> read(Class<?> beside, String file, Function<String, S> says) {
    return new Grammar<>(
        Resource.lines(beside, file).stream()
            .map(line -> line.split(": ", 2))
            .map(form -> new Form<>(says.apply(form[0]), Template.of(form[1])))
            .toList());
  }

  public List<Form<S>> forms() {
    return forms;
  }

  /// Whether the first line of a message has a form.
  public boolean reads(Entry entry, Match match) {
    return read(entry.bytes(), Lines.message(entry), entry.to(0), match) != null;
  }

  /// The form of this line; null if it has none. What stands in the holes is then in `match`.
  public @Nullable Form<S> read(byte[] bytes, int from, int to, Match match) {
    if (from >= to) {
      return null;
    }
    var candidates = byFirst.get(bytes[from] & 0xFF);
    for (int each = 0; each < candidates.size(); each++) {
      if (candidates.get(each).template().matches(bytes, from, to, match)) {
        return candidates.get(each);
      }
    }
    return null;
  }
}
