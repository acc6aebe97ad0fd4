package org.vacuumadvisor.source.log.reading;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/// A real server's log, taken apart so that it can be written again with another prefix.
final class ServerLog {
  private static final Pattern DEFAULT_PREFIX =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3}) (\\w+) \\[(\\d+)\\] (.*)");

  /// One line with a prefix, and the lines behind it that begin with a tab.
  ///
  /// @param isWorker written by an autovacuum worker: no user, no database, no host
  record Part(String time, String zone, long pid, boolean isWorker, String text) {}

  private final List<Part> parts;

  private ServerLog(List<Part> parts) {
    this.parts = parts;
  }

  /// Reads a log with the default prefix from the test's resources.
  static ServerLog of(String name) {
    var parts = new ArrayList<Part>();
    var workers = new HashMap<Long, Boolean>();
    for (String line : resource(name).split("\n", -1)) {
      var match = DEFAULT_PREFIX.matcher(line);
      if (match.matches()) {
        long pid = Long.parseLong(match.group(3));
        String text = match.group(4);
        boolean isWorker =
            workers.merge(
                pid,
                text.startsWith("LOG:  automatic ") || text.contains("autovacuum task"),
                Boolean::logicalOr);
        parts.add(new Part(match.group(1), match.group(2), pid, isWorker, text));
      } else if (!line.isEmpty()) {
        Part last = parts.removeLast();
        parts.add(
            new Part(
                last.time(), last.zone(), last.pid(), last.isWorker(), last.text() + "\n" + line));
      }
    }
    return new ServerLog(parts);
  }

  List<Part> parts() {
    return parts;
  }

  /// The log as a server with this `log_line_prefix` writes it.
  String with(String prefix) {
    var log = new StringBuilder();
    Map<Long, Integer> counters = new HashMap<>();
    for (Part part : parts) {
      int counter = counters.merge(part.pid(), 1, Integer::sum);
      log.append(prefixed(prefix, part, counter)).append('\n');
    }
    return log.toString();
  }

  static String prefixed(String prefix, Part part, int counter) {
    var text = new StringBuilder();
    for (int at = 0; at < prefix.length(); at++) {
      char each = prefix.charAt(at);
      if (each != '%') {
        text.append(each);
        continue;
      }
      char escape = prefix.charAt(++at);
      if (escape == 'q' && part.isWorker()) {
        break;
      }
      text.append(escape == 'q' ? "" : value(escape, part, counter));
    }
    return text.append(part.text()).toString();
  }

  private static String value(char escape, Part part, int counter) {
    boolean isWorker = part.isWorker();
    return switch (escape) {
      case 'm' -> part.time() + " " + part.zone();
      case 't' -> part.time().substring(0, 19) + " " + part.zone();
      case 's' -> "2026-11-21 10:00:00 UTC";
      case 'n' -> "1795258845" + part.time().substring(19);
      case 'p' -> Long.toString(part.pid());
      case 'l' -> Integer.toString(counter);
      case 'c' -> "6b018008." + Long.toHexString(part.pid());
      case 'x' -> counter % 3 == 0 ? "71234" : "0";
      case 'v' -> part.isWorker() ? "5/" + counter : counter % 4 == 0 ? "" : "3/164";
      case 'e' -> part.text().startsWith("ERROR") ? "57014" : "00000";
      case 'u' -> isWorker ? "" : "app_user";
      case 'd' -> isWorker ? "" : "shop";
      case 'a' -> isWorker ? "" : "psql - batch 7";
      case 'h' -> isWorker ? "" : "10.4.1.9";
      case 'r' -> isWorker ? "" : "10.4.1.9(50122)";
      case 'L' -> isWorker ? "" : "10.4.1.1";
      case 'i' -> isWorker ? "" : "SELECT";
      case 'b' -> isWorker ? "autovacuum worker" : "client backend";
      case 'Q' -> isWorker ? "0" : "-8161123412341234123";
      case 'P' -> "";
      default -> String.format(Locale.ROOT, "%%%c", escape);
    };
  }

  private static String resource(String name) {
    try (InputStream in = ServerLog.class.getResourceAsStream("/logs/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
