package org.vacuumadvisor.report.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ShapesTest {
  private static final Shapes SHAPES = Shapes.beside(ShapesTest.class, "shapes.txt");

  record Part(String name, Optional<Long> gone, @Nullable Part part) {}

  record Thing(String name, List<Part> parts, @Nullable Part part, double length) {}

  private static final Part LEAF = new Part("leaf", Optional.empty(), null);

  @Test
  void goesTheWayToEachValue() throws IOException {
    var branch = new Part("branch", Optional.of(3L), LEAF);

    assertEquals(
        """
        {"name":"tree","parts":["leaf","branch"],"first":{"name":"leaf"},\
        "all":[{"name":"leaf"},{"name":"branch"}],"gone":3,"length":0.333}
        """,
        text("thing", new Thing("tree", List.of(LEAF, branch), branch, 1 / 3.0)));
  }

  @Test
  void whatIsNotKnownIsNull() throws IOException {
    assertEquals(
        """
        {"name":"tree","parts":[],"first":null,"all":[],"gone":null,"length":null}
        """,
        text("thing", new Thing("tree", List.of(), null, Double.NaN)));
  }

  @Test
  void failsOnAMemberThatIsNotThere() {
    assertThrows(IllegalStateException.class, () -> text("thing", LEAF));
  }

  private static String text(String shape, Record of) throws IOException {
    var text = new StringWriter();
    JsonText.document(text, json -> SHAPES.write(shape, of, json));
    return text.toString();
  }
}
