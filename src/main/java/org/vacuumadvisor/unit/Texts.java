package org.vacuumadvisor.unit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Sentences of the program's own that are packed beside a class: what is said, apart from when.
///
/// They stand in blocks, which blank lines part. The first line of a block is its name, and each of
/// the others goes on with the sentence before it, or begins a part with one of the words of the
/// file and a colon, such as `verify: `.
public record Texts(Map<String, Text> byName) {
  /// One block.
  ///
  /// @param parts without line breaks
  public record Text(List<String> parts) {
    /// The parts that begin with that word, without it.
    public Stream<String> all(String word) {
      return parts.stream()
          .filter(each -> each.startsWith(word + ": "))
          .map(each -> each.substring(word.length() + 2));
    }

    /// The first of them.
    public Optional<String> first(String word) {
      return all(word).findFirst();
    }

    /// What stands before all parts.
    public String sentences() {
      return parts.getFirst();
    }
  }

  /// The texts of a file beside a class.
  ///
  /// @param words those with which parts begin
  public static Texts beside(Class<?> owner, String file, String... words) {
    var part = Pattern.compile("(?:%s): .*".formatted(String.join("|", words)));
    return new Texts(
        Resource.blocks(owner, file).stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    List::getFirst, each -> text(each.subList(1, each.size()), part))));
  }

  private static Text text(List<String> lines, Pattern part) {
    var parts = new ArrayList<String>();
    for (var line : lines) {
      boolean isNew = parts.isEmpty() || part.matcher(line).matches();
      parts.add(isNew ? line : parts.removeLast() + " " + line);
    }
    return new Text(List.copyOf(parts));
  }

  public Optional<Text> ifAny(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /// The text, which is there unless somebody took it out: then an [IllegalStateException].
  public Text named(String name) {
    return ifAny(name).orElseThrow(() -> new IllegalStateException("There is no text " + name));
  }

  /// The sentences of a text without parts, with figures in its places.
  public String sentence(String name, Object... figures) {
    return filled(named(name).sentences(), figures);
  }

  /// A sentence with figures in its places: without any, a percent sign is one.
  @SuppressWarnings("AnnotateFormatMethod")
  public static String filled(String sentence, Object... figures) {
    return figures.length == 0 ? sentence : sentence.formatted(figures);
  }
}
