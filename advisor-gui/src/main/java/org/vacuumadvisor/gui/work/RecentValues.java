package org.vacuumadvisor.gui.work;

import java.util.List;
import java.util.stream.Stream;

/// The values of one kind that were used last, the latest first, from one start of the window to
/// the next. A value is one line of text; what has more is not remembered.
public final class RecentValues {
  private static final int MOST = 6;

  private final Memory memory;
  private final String key;

  /// @param key what they are remembered under
  public RecentValues(Memory memory, String key) {
    this.memory = memory;
    this.key = key;
  }

  /// Remembers one as the latest.
  public void add(String value) {
    if (!value.isBlank() && value.lines().count() == 1) {
      memory.keep(
          key,
          String.join(
              "\n",
              Stream.concat(Stream.of(value), all().stream()).distinct().limit(MOST).toList()));
      memory.save();
    }
  }

  /// All that are remembered.
  public List<String> all() {
    return memory.value(key).stream()
        .flatMap(String::lines)
        .filter(each -> !each.isBlank())
        .toList();
  }
}
