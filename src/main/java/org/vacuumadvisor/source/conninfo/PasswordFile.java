package org.vacuumadvisor.source.conninfo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A password file (`.pgpass`): lines `host:port:database:user:password`, the first that fits
/// counts. It never prints its content.
final class PasswordFile {
  private static final Set<PosixFilePermission> FORBIDDEN =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.GROUP_EXECUTE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE,
          PosixFilePermission.OTHERS_EXECUTE);

  private final List<List<String>> entries;
  private final List<String> warnings;

  private PasswordFile(List<List<String>> entries, List<String> warnings) {
    this.entries = List.copyOf(entries);
    this.warnings = List.copyOf(warnings);
  }

  /// Like libpq: a missing file is no error; one that others can read is ignored, and said to be.
  static PasswordFile read(Path file) {
    if (!Files.exists(file)) {
      return new PasswordFile(List.of(), List.of());
    }
    var name = SafeText.quoted(file.toString());
    if (!Files.isRegularFile(file)) {
      return ignored("password file " + name + " is not a plain file; it is ignored");
    }
    try {
      if (isOpenToOthers(file)) {
        return ignored(
            "password file %s has group or world access; it is ignored until its permissions are u=rw (0600) or less"
                .formatted(name));
      }
      return new PasswordFile(parse(Files.readString(file, StandardCharsets.UTF_8)), List.of());
    } catch (IOException unreadable) {
      return ignored("password file " + name + " cannot be read; it is ignored");
    }
  }

  List<String> warnings() {
    return warnings;
  }

  Optional<String> password(String host, int port, String database, String user) {
    var wanted = List.of(host, Integer.toString(port), database, user);
    return entries.stream()
        .filter(entry -> fits(entry, wanted))
        .map(entry -> entry.get(wanted.size()))
        .filter(password -> !password.isEmpty())
        .findFirst();
  }

  private static PasswordFile ignored(String warning) {
    return new PasswordFile(List.of(), List.of(warning));
  }

  private static boolean isOpenToOthers(Path file) throws IOException {
    try {
      return Files.getPosixFilePermissions(file).stream().anyMatch(FORBIDDEN::contains);
    } catch (UnsupportedOperationException windows) {
      return false;
    }
  }

  private static boolean fits(List<String> entry, List<String> wanted) {
    for (int i = 0; i < wanted.size(); i++) {
      var field = entry.get(i);
      if (!field.equals("*") && !unescape(field).equals(wanted.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static List<List<String>> parse(String text) {
    return text.lines()
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .map(PasswordFile::fields)
        .filter(fields -> fields.size() >= 5)
        .map(fields -> withPassword(fields))
        .toList();
  }

  private static List<String> withPassword(List<String> fields) {
    List<String> entry = new ArrayList<>(fields.subList(0, 4));
    entry.add(unescape(fields.get(4)));
    return entry;
  }

  /// Split at colons that no backslash hides; escapes stay, so that `\*` is not the wildcard.
  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    var field = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == ':') {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
        if (c == '\\' && i + 1 < line.length()) {
          field.append(line.charAt(++i));
        }
      }
    }
    fields.add(field.toString());
    return fields;
  }

  private static String unescape(String field) {
    var plain = new StringBuilder();
    for (int i = 0; i < field.length(); i++) {
      if (field.charAt(i) == '\\' && i + 1 < field.length()) {
        i++;
      }
      plain.append(field.charAt(i));
    }
    return plain.toString();
  }

  @Override
  public String toString() {
    return "PasswordFile[" + entries.size() + " entries]";
  }
}
