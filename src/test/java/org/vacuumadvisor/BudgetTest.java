package org.vacuumadvisor;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Holds the lines of main code to the budgets in `docs/architecture.md`: every file lies in one
/// room, and no room is over its budget.
class BudgetTest {
  /// So that not every line that goes touches the table.
  private static final int SLACK = 60;

  private static final Path ROOT = Path.of("..");
  private static final Path ENGINE = Path.of("src/main/java/org/vacuumadvisor");
  private static final Pattern ROW =
      Pattern.compile("\\| ([^|]+) \\| ((?:`[^`]+` ?)+)\\| [^|]+ \\| ([0-9,]+) \\|");
  private static final Pattern PLACE = Pattern.compile("`([^`]+)`");

  /// A row of the table: folders of main code, and the most lines that they may have together.
  private record Room(String name, List<Path> folders, long lines) {}

  private static final List<Room> ROOMS = rooms();
  private static final Map<String, Long> LINES =
      mainFiles().collect(groupingBy(BudgetTest::roomOf, summingLong(BudgetTest::lines)));

  @Test
  void noRoomIsOverItsBudget() {
    var over = new TreeMap<String, String>();
    for (var room : ROOMS) {
      var lines = LINES.getOrDefault(room.name(), 0L);
      if (lines > room.lines()) {
        over.put(room.name(), "%,d lines, budget %,d".formatted(lines, room.lines()));
      }
    }

    assertEquals(Map.of(), over, "docs/architecture.md, Budgets");
  }

  /// What a room has given up is not to be filled again: its budget falls with it.
  @Test
  void noBudgetIsLoose() {
    var loose = new TreeMap<String, String>();
    for (var room : ROOMS) {
      var lines = LINES.getOrDefault(room.name(), 0L);
      if (room.lines() > lines + SLACK) {
        loose.put(room.name(), "%,d lines, budget %,d".formatted(lines, room.lines()));
      }
    }

    assertEquals(Map.of(), loose, "docs/architecture.md, Budgets: lower it");
  }

  @Test
  void everyFileLiesInARoom() {
    assertNotEquals(0, ROOMS.size());
    assertEquals(
        List.of(), mainFiles().filter(file -> roomOf(file).isEmpty()).map(Path::toString).toList());
  }

  /// A line of the table for what is gone would be a budget to fill again.
  @Test
  void everyRoomHasFiles() {
    assertEquals(
        List.of(),
        ROOMS.stream().map(Room::name).filter(name -> !LINES.containsKey(name)).toList());
  }

  /// The room with the longest path above the file, or "" where there is none.
  private static String roomOf(Path file) {
    Optional<Room> room =
        ROOMS.stream()
            .filter(each -> depth(each, file) > 0)
            .max(Comparator.comparingInt(each -> depth(each, file)));
    return room.map(Room::name).orElse("");
  }

  private static int depth(Room room, Path file) {
    return room.folders().stream()
        .filter(file::startsWith)
        .mapToInt(Path::getNameCount)
        .max()
        .orElse(0);
  }

  private static List<Room> rooms() {
    try (var lines = Files.lines(ROOT.resolve("docs/architecture.md"))) {
      return lines
          .map(ROW::matcher)
          .filter(row -> row.matches())
          .map(row ->
              new Room(
                  row.group(1),
                  folders(row.group(2)),
                  Long.parseLong(row.group(3).replace(",", ""))))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> folders(String places) {
    return PLACE.matcher(places).results().map(place -> folder(place.group(1))).toList();
  }

  /// A module ends with a slash, after which one of its packages may stand; `.` is the base
  /// package, all others lie in it.
  private static Path folder(String place) {
    int slash = place.indexOf('/');
    if (slash >= 0) {
      var sources = Path.of(place.substring(0, slash), "src/main/java");
      var inside = place.substring(slash + 1);
      return inside.isEmpty()
          ? sources
          : sources.resolve("org/vacuumadvisor").resolve(inside.replace('.', '/'));
    }
    return place.equals(".") ? ENGINE : ENGINE.resolve(place.replace('.', '/'));
  }

  private static Stream<Path> mainFiles() {
    try (var modules = Files.list(ROOT)) {
      var sources =
          Stream.concat(
              Stream.of(ROOT.resolve("src/main/java")),
              modules.map(module -> module.resolve("src/main/java")));
      return sources.filter(Files::isDirectory).toList().stream().flatMap(BudgetTest::javaFiles);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Path> javaFiles(Path folder) {
    try (var files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(ROOT::relativize)
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long lines(Path file) {
    try (var lines = Files.lines(ROOT.resolve(file))) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
