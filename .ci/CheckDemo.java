import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Checks that an assessment in JSON is whole and holds the findings named.
///
/// Use: `java -cp jackson-core.jar .ci/CheckDemo.java assessment.json finding-id...`
final class CheckDemo {
  private CheckDemo() {}

  public static void main(String[] arguments) throws IOException {
    Set<String> found = findings(Path.of(arguments[0]));
    System.out.println("findings: " + String.join(", ", found));
    Set<String> missing =
        new LinkedHashSet<>(Arrays.asList(arguments).subList(1, arguments.length));
    missing.removeAll(found);
    if (!missing.isEmpty()) {
      System.out.println("not among them: " + String.join(", ", missing));
      System.exit(1);
    }
  }

  /// The `id` of every element of the `findings` of the outermost object.
  private static Set<String> findings(Path file) {
    Set<String> found = new LinkedHashSet<>();
    Deque<String> path = new ArrayDeque<>();
    try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), file)) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token.isStructStart()) {
          path.addLast(String.valueOf(json.streamReadContext().getParent().currentName()));
        } else if (token.isStructEnd()) {
          path.removeLast();
        } else if (token == JsonToken.VALUE_STRING
            && path.size() == 3
            && path.contains("findings")
            && "id".equals(json.currentName())) {
          found.add(json.getString());
        }
      }
    }
    return found;
  }
}
