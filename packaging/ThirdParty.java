import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Tells whose work a package holds and under which licence, by its bill of materials, and copies
/// the texts of licences that the jars bring. Fails on a jar that the bill does not name, that
/// comes without a licence, or without the notice that its licence wants repeated: where the jar
/// has none, `packaging/licenses` names the holder and has the text.
///
/// Use: `java -cp jackson-core.jar ThirdParty.java FOLDER-FOR-TEXTS BILL FOLDER-OF-JARS`; prints
/// the list.
final class ThirdParty {
  private static final Path OURS = Path.of("packaging/licenses");
  private static final List<String> WANT_NOTICE = List.of("MIT", "BSD-2-Clause", "BSD-3-Clause");

  private record Component(String group, String name, String version, List<String> licences) {
    String file() {
      return name + "-" + version;
    }
  }

  public static void main(String[] arguments) throws IOException {
    var texts = Path.of(arguments[0]);
    var known = components(Path.of(arguments[1]));
    var holders = new Properties();
    try (var reader = Files.newBufferedReader(OURS.resolve("copyright.properties"))) {
      holders.load(reader);
    }
    var lines = new TreeSet<String>();
    try (var jars = Files.list(Path.of(arguments[2]))) {
      for (var jar : jars.filter(each -> each.toString().endsWith(".jar")).sorted().toList()) {
        var name = jar.getFileName().toString();
        if (name.startsWith("advisor-")) {
          continue;
        }
        var component =
            known.headMap(name, true).descendingMap().values().stream()
                .filter(each -> name.startsWith(each.file()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No bill of materials names " + name));
        if (component.licences().isEmpty()) {
          throw new IllegalStateException("No licence is told for " + name);
        }
        boolean hasText = copyTexts(jar, texts.resolve(component.file()));
        var holder = holders.getProperty(component.name());
        if (!hasText
            && holder == null
            && component.licences().stream().anyMatch(WANT_NOTICE::contains)) {
          throw new IllegalStateException(
              "%s has no notice: name its holder in %s".formatted(name, OURS));
        }
        for (var licence : component.licences()) {
          var text = OURS.resolve(licence + ".txt");
          if (!hasText && Files.exists(text)) {
            Files.createDirectories(texts);
            Files.copy(text, texts.resolve(licence + ".txt"), StandardCopyOption.REPLACE_EXISTING);
          }
        }
        lines.add(
            "%s:%s %s: %s%s"
                .formatted(
                    component.group(),
                    component.name(),
                    component.version(),
                    String.join(" or ", component.licences()),
                    holder == null ? "" : ", copyright " + holder));
      }
    }
    lines.forEach(System.out::println);
  }

  /// Whether there were any.
  private static boolean copyTexts(Path jar, Path folder) throws IOException {
    try (var input = new JarFile(jar.toFile())) {
      for (var entry :
          input.stream().sorted((a, b) -> a.getName().compareTo(b.getName())).toList()) {
        var name = entry.getName().replaceFirst(".*/", "");
        if (!entry.isDirectory()
            && name.matches("(?i)(license|licence|notice|copying)([.-].*)?")
            && !name.endsWith(".class")) {
          Files.createDirectories(folder);
          Files.write(
              folder.resolve(entry.getName().replace('/', '-')),
              input.getInputStream(entry).readAllBytes());
        }
      }
    }
    return Files.exists(folder);
  }

  private static TreeMap<String, Component> components(Path bill) throws IOException {
    var found = new TreeMap<String, Component>();
    try (var json =
        JsonFactory.builder().build().createParser(ObjectReadContext.empty(), bill.toFile())) {
      json.nextToken();
      for (var key = json.nextName(); key != null; key = json.nextName()) {
        if (json.nextToken() == JsonToken.START_ARRAY && key.equals("components")) {
          while (json.nextToken() != JsonToken.END_ARRAY) {
            var each = component(json);
            found.put(each.file(), each);
          }
        } else {
          json.skipChildren();
        }
      }
    }
    return found;
  }

  private static Component component(JsonParser json) {
    var texts = new TreeMap<String, String>();
    var licences = new ArrayList<String>();
    for (var key = json.nextName(); key != null; key = json.nextName()) {
      json.nextToken();
      switch (key) {
        case "group", "name", "version" -> texts.put(key, json.getString());
        case "licenses" -> licences(json, licences);
        default -> json.skipChildren();
      }
    }
    return new Component(
        texts.getOrDefault("group", ""),
        texts.getOrDefault("name", ""),
        texts.getOrDefault("version", ""),
        licences);
  }

  /// Each is an id, a name, or an expression.
  private static void licences(JsonParser json, List<String> licences) {
    int depth = 1;
    while (depth > 0) {
      var token = json.nextToken();
      if (token == JsonToken.START_ARRAY || token == JsonToken.START_OBJECT) {
        depth++;
      } else if (token == JsonToken.END_ARRAY || token == JsonToken.END_OBJECT) {
        depth--;
      } else if (token == JsonToken.PROPERTY_NAME
          && List.of("id", "name", "expression").contains(json.currentName())) {
        json.nextToken();
        licences.add(json.getString());
      }
    }
  }
}
