package org.vacuumadvisor.fleet.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.vacuumadvisor.fleet.archive.Dataset.Field;

class DatasetTest {
  private static final Path PAGE = Path.of("../docs/archive.md");

  @TestFactory
  Stream<DynamicTest> everyColumnIsPublished() throws IOException {
    var page = Files.readString(PAGE);
    return Stream.of(Dataset.values())
        .map(dataset ->
            DynamicTest.dynamicTest(
                dataset.folder(),
                () -> {
                  int from = page.indexOf("### " + dataset.folder() + "\n");
                  assertTrue(from >= 0, "has no heading");
                  var section = page.substring(from, page.indexOf("\n##", from + 1));
                  assertEquals(
                      List.of(),
                      dataset.fields().stream()
                          .map(Field::name)
                          .filter(name -> !section.contains("`" + name + "`"))
                          .toList());
                }));
  }

  @Test
  void noColumnIsThereTwice() {
    for (var dataset : Dataset.values()) {
      var names = dataset.fields().stream().map(Field::name).toList();

      assertEquals(names.stream().distinct().toList(), names);
    }
  }
}
