package org.vacuumadvisor.report.render;

import java.nio.charset.StandardCharsets;
import org.vacuumadvisor.report.PrintableSql;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.Words;

/// A script for psql being written: comments that nothing can end, statements, and the commands of
/// psql itself.
///
/// A comment is one line that begins with two hyphens and holds nothing but printable characters.
/// There psql reads neither its backslash commands nor its variables, as it reads none within
/// quotes.
public final class PsqlText {
  private static final int WIDTH = 96;
  private static final int TERM = 8;

  private final StringBuilder out = new StringBuilder();

  public PsqlText line(String text) {
    out.append(text).append('\n');
    return this;
  }

  public PsqlText space() {
    return line("");
  }

  public PsqlText comment(String text) {
    Line.wrapped(text, WIDTH).forEach(each -> line(("-- " + each).stripTrailing()));
    return this;
  }

  /// A comment that begins with a word that says what it is; nothing if there is nothing to say.
  public PsqlText comment(String term, String text) {
    if (!text.isBlank()) {
      var guide = term;
      for (var each : Line.wrapped(text, WIDTH - TERM)) {
        line("--   %-8s%s".formatted(guide, each));
        guide = "";
      }
    }
    return this;
  }

  public PsqlText heading(String text) {
    return space().line("-- " + "=".repeat(WIDTH - 3)).comment(text);
  }

  /// A statement as it is to be run.
  public PsqlText statement(String sql) {
    return line(Words.ended(PrintableSql.of(sql)));
  }

  /// A statement that is only shown.
  public PsqlText shown(String sql) {
    Words.ended(PrintableSql.of(sql)).lines().forEach(each -> line("-- " + each));
    return this;
  }

  /// The same server, user and way of connecting, another database. As a connection string, because
  /// psql takes a plain name with `=` in it for one; in double quotes, because psql takes those off
  /// even within single ones; in single quotes, because only they can hold a line break.
  public PsqlText connect(String database) {
    var value = "'" + database.replace("\\", "\\\\").replace("'", "\\'") + "'";
    var identifier = '"' + ("dbname=" + value).replace("\"", "\"\"") + '"';
    return line("\\connect -reuse-previous=on " + argument(identifier));
  }

  /// An argument of a backslash command, in which nothing is substituted.
  private static String argument(String text) {
    var quoted =
        TerminalText.formed(
            text.replace("'", "''"),
            point ->
                switch (point) {
                  case '\\' -> "\\\\";
                  case '\n' -> "\\n";
                  case '\r' -> "\\r";
                  case '\t' -> "\\t";
                  default -> octal(point);
                });
    return "'" + quoted + "'";
  }

  /// The bytes of a character, as psql reads them: `\342\200\256`.
  private static String octal(int point) {
    var octal = new StringBuilder();
    for (byte each : Character.toString(point).getBytes(StandardCharsets.UTF_8)) {
      octal.append("\\%03o".formatted(each & 0xff));
    }
    return octal.toString();
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
