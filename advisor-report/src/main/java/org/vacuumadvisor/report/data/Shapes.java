package org.vacuumadvisor.report.data;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.unit.Resource;

/// Which members the objects of a document have, as data: a file of blocks beside a class. The
/// first line of a block names the shape of an object; each of the others is a member, the way to
/// its value where that is not its name, and the shape of what is an object or a list of objects:
///
///     work
///     readBytes reads.count
///     late : name
///
/// A `~` behind a member rounds what was measured.
public final class Shapes {
  private static final Pattern LINE =
      Pattern.compile("(?<name>\\w+)(?<mark>~?)(?: (?<path>[\\w.]+))?(?: : (?<shape>[\\w-]+))?");

  private final Map<String, List<Member>> byName;

  private Shapes(Map<String, List<Member>> byName) {
    this.byName = byName;
  }

  private record Member(String name, boolean isMeasured, MemberPath path, @Nullable String shape) {
    static Member of(String line) {
      var form = LINE.matcher(line);
      if (!form.matches()) {
        throw new IllegalStateException("no member: " + line);
      }
      var path = Objects.requireNonNullElse(form.group("path"), form.group("name"));
      return new Member(
          form.group("name"),
          !form.group("mark").isEmpty(),
          MemberPath.of(path),
          form.group("shape"));
    }
  }

  /// Those of a file.
  public static Shapes beside(Class<?> owner, String file) {
    return new Shapes(
        Resource.blocks(owner, file).stream()
            .collect(
                toUnmodifiableMap(
                    List::getFirst, each -> each.stream().skip(1).map(Member::of).toList())));
  }

  /// Writes the members that an object has by its shape.
  public void write(String shape, Object of, JsonText to) {
    for (var each : Objects.requireNonNull(byName.get(shape), shape)) {
      write(each, each.path().valueOf(of), to);
    }
  }

  private void write(Member member, @Nullable Object value, JsonText to) {
    var shape = member.shape();
    switch (value) {
      case Collection<?> all when shape != null ->
          to.list(member.name(), List.copyOf(all), (each, json) -> write(shape, each, json));
      case Object one when shape != null -> to.object(member.name(), () -> write(shape, one, to));
      case Double figure when member.isMeasured() -> to.measured(member.name(), figure);
      case null, default -> to.put(member.name(), value);
    }
  }
}
