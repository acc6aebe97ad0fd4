package org.vacuumadvisor.gui.work;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;

/// Small things that are remembered from one start to the next: the theme, the servers. Where
/// nothing can be read or written it remembers until the program ends. Never for secrets.
public final class Memory {
  private final Optional<Path> file;
  private final Properties values = new Properties();

  private Memory(Optional<Path> file) {
    this.file = file;
  }

  /// What is in a file, if it can be read.
  public static Memory of(Path file) {
    var memory = new Memory(Optional.of(file));
    try (var reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      memory.values.load(reader);
    } catch (IOException | IllegalArgumentException _) {
      memory.values.clear();
    }
    return memory;
  }

  /// Remembers until the program ends.
  public static Memory shortLived() {
    return new Memory(Optional.empty());
  }

  public Optional<String> value(String key) {
    return Optional.ofNullable(values.getProperty(key));
  }

  public void keep(String key, String value) {
    values.setProperty(key, value);
  }

  /// Several values, the latest first.
  public List<String> list(String key) {
    return value(key).stream()
        .flatMap(String::lines)
        .filter(each -> !each.isBlank())
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /// Puts a value before the others and writes it down; more than so many are forgotten. One of
  /// several lines is not remembered.
  public void putFirst(String key, String value, int most) {
    if (!value.contains("\n")) {
      var others = list(key);
      others.remove(value);
      others.addFirst(value);
      keep(key, others.stream().limit(most).collect(Collectors.joining("\n")));
      save();
    }
  }

  /// Remembers one of several values no longer.
  public void drop(String key, String value) {
    var others = list(key);
    others.remove(value);
    keep(key, String.join("\n", others));
    save();
  }

  /// Writes it down, as far as that is possible here.
  public void save() {
    if (file.isEmpty()) {
      return;
    }
    var target = file.get();
    try {
      Files.createDirectories(target.toAbsolutePath().getParent());
      var fresh = Files.createTempFile(target.toAbsolutePath().getParent(), "window", ".new");
      try (var writer = Files.newBufferedWriter(fresh, StandardCharsets.UTF_8)) {
        values.store(writer, null);
      }
      Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException _) {
      return;
    }
  }
}
