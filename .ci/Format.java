import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// Checks that every Java file of the repository is formatted, or formats it. A program of its own,
/// because the formatter needs the JDK we build with, and plugins run on the JDK Maven runs on.
///
/// Use: `java -cp google-java-format-all-deps.jar .ci/Format.java check|fix`, in the root.
final class Format {
  private static final Set<String> NOT_OURS = Set.of("target", ".git", ".idea", "node_modules");

  /// A file, how it is written, and how it should be.
  private record Source(Path path, String actual, String expected) {
    boolean isFormatted() {
      return actual.equals(expected);
    }
  }

  private Format() {}

  public static void main(String[] arguments) throws IOException {
    switch (String.join(" ", arguments)) {
      case "check" -> check();
      case "fix" -> fix();
      default -> {
        System.err.println("Use: Format.java check|fix");
        System.exit(2);
      }
    }
  }

  private static void check() throws IOException {
    List<Source> wrong = unformatted();
    if (wrong.isEmpty()) {
      return;
    }
    System.err.println("Not formatted:");
    wrong.forEach(source -> System.err.println("  " + source.path()));
    System.err.println("Format them with: mvn -q -N verify -Dformat=fix");
    System.exit(1);
  }

  private static void fix() throws IOException {
    for (Source source : unformatted()) {
      Files.writeString(source.path(), source.expected());
      System.out.println("formatted " + source.path());
    }
  }

  private static List<Source> unformatted() throws IOException {
    List<Path> paths = javaFiles();
    if (paths.isEmpty()) {
      System.err.println("No Java file found here: is this the root of the repository?");
      System.exit(2);
    }
    return paths.parallelStream()
        .map(Format::read)
        .filter(source -> !source.isFormatted())
        .sorted(Comparator.comparing(Source::path))
        .toList();
  }

  private static Source read(Path path) {
    try {
      String actual = Files.readString(path);
      return new Source(path, actual, new Formatter().formatSourceAndFixImports(actual));
    } catch (IOException failure) {
      throw new UncheckedIOException(path.toString(), failure);
    } catch (FormatterException failure) {
      throw new IllegalStateException(path + ": " + failure.getMessage(), failure);
    }
  }

  private static List<Path> javaFiles() throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        Path.of(""),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            Path name = directory.getFileName();
            return name != null && NOT_OURS.contains(name.toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java")) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }
}
