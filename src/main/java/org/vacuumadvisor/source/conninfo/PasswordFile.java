package org.vacuumadvisor.source.conninfo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// A password file (`.pgpass`): lines `host:port:database:user:password`, the first that fits
/// counts. It never prints its content. The driver's own reader asks nobody who else may read it.
final class PasswordFile {
  /// Four fields and the password; a backslash takes the meaning from a colon, or from itself.
  private static final Pattern LINE =
      Pattern.compile(
          "FIELD:FIELD:FIELD:FIELD:FIELD(?::.*)?".replace("FIELD", "((?:[^:\\\\]|\\\\.|\\\\$)*+)"));

  private final List<MatchResult> lines;

  /// Why the file is ignored, if it is.
  private final Optional<String> warning;

  private PasswordFile(List<MatchResult> lines, Optional<String> warning) {
    this.lines = lines;
    this.warning = warning;
  }

  /// Like libpq: a missing file is no error; one that others can read is ignored, and said to be.
  static PasswordFile read(Path file) {
    if (!Files.exists(file)) {
      return new PasswordFile(List.of(), Optional.empty());
    }
    try {
      if (!Files.isRegularFile(file)) {
        return ignored(file, "is not a plain file");
      }
      if (isOpenToOthers(file)) {
        return ignored(file, "can be read or changed by others; chmod 600 makes it yours alone");
      }
      return new PasswordFile(
          Files.readAllLines(file).stream()
              .filter(line -> !line.startsWith("#"))
              .map(LINE::matcher)
              .filter(line -> line.matches())
              .map(line -> line.toMatchResult())
              .toList(),
          Optional.empty());
    } catch (IOException unreadable) {
      return ignored(file, "cannot be read");
    }
  }

  private static PasswordFile ignored(Path file, String why) {
    return new PasswordFile(
        List.of(),
        Optional.of(
            "password file %s is ignored: it %s".formatted(SafeText.quoted(file.toString()), why)));
  }

  /// Whether anybody but its owner has any right on the file.
  private static boolean isOpenToOthers(Path file) throws IOException {
    try {
      return Files.getPosixFilePermissions(file).stream()
          .anyMatch(right -> !right.name().startsWith("OWNER"));
    } catch (UnsupportedOperationException windows) {
      return false;
    }
  }

  Optional<String> warning() {
    return warning;
  }

  Optional<String> password(String host, int port, String database, String user) {
    var wanted = List.of(host, Integer.toString(port), database, user);
    return lines.stream()
        .filter(line ->
            IntStream.range(0, wanted.size()).allMatch(i -> fits(line.group(i + 1), wanted.get(i))))
        .map(line -> plain(line.group(wanted.size() + 1)))
        .filter(password -> !password.isEmpty())
        .findFirst();
  }

  /// An escaped star is no wildcard.
  private static boolean fits(String field, String wanted) {
    return field.equals("*") || plain(field).equals(wanted);
  }

  private static String plain(String field) {
    return field.replaceAll("\\\\(.)", "$1");
  }
}
