package org.vacuumadvisor.source.log.reading;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/// Ways in which a log reaches us, done by program.
enum Wrapper {
  PLAIN(text -> text),
  WINDOWS(text -> text.replace("\n", "\r\n")),
  MARKED(text -> "\uFEFF" + text),
  QUOTED(text -> each(text, line -> "> " + line)),
  QUOTED_TWICE(text -> each(text, line -> ">> " + line)),
  INDENTED(text -> each(text, line -> "    " + line)),
  TABS_AS_SPACES(text -> text.replace("\t", "        ")),
  FENCED(text -> "What does this mean?\n\n```\n" + text + "```\nThanks!\n"),
  NUMBERED_BY_CAT(text -> numbered(text, "%6d\t%s")),
  GREP(text -> each(text, line -> (line.startsWith("\t") ? "pg.log-" : "pg.log:") + line)),
  GREP_NUMBERED(text -> grep(text)),
  COMPOSE(text -> each(text, line -> "db-1   | " + line)),
  COMPOSE_WITH_OTHERS(
      text -> each(text, line -> "db-1   | " + line + "\nweb-1  | GET /orders 200 17 ms")),
  DOCKER_TIMESTAMPS(text -> each(text, line -> "2026-11-21T11:37:39.000000093Z " + line)),
  CRI(text -> each(text, line -> "2026-11-21T11:37:39.000000093Z stderr F " + line)),
  CRI_IN_PIECES(text -> each(text, Wrapper::criPieces)),
  KUBECTL_PREFIX(text -> each(text, line -> "[pod/pg-main-0/postgres] " + line)),
  DOCKER_JSON(text ->
      each(
          text,
          line ->
              "{\"log\":\"%s\\n\",\"stream\":\"stderr\",\"time\":\"2026-11-21T11:37:39Z\"}"
                  .formatted(json(line)))),
  DOCKER_JSON_IN_PIECES(text -> each(text, Wrapper::dockerPieces)),
  KUBERNETES_JSON(text ->
      each(
          text,
          line ->
              "{\"@timestamp\": \"2026-11-21T11:37:39Z\", \"stream\": \"stderr\", \"logtag\":"
                  + " \"F\","
                  + " \"message\": \"%s\", \"kubernetes\": {\"pod_name\": \"pg-0\"}}"
                      .formatted(json(line)))),
  JOURNAL_JSON(text ->
      each(
          text,
          line ->
              "{\"__REALTIME_TIMESTAMP\":\"1795258845123456\",\"MESSAGE\":\"%s\",\"_PID\":\"77\"}"
                  .formatted(json(line)))),
  CLOUD_JSON(text ->
      messages(
          text, message -> "{\"textPayload\":\"" + json(message) + "\",\"severity\":\"INFO\"}")),
  CLOUD_PRINTED(text ->
      "[\n"
          + messages(
              text,
              message ->
                  "  {\n    \"insertId\": \"x1\",\n    \"textPayload\": \""
                      + json(message)
                      + "\",\n    \"resource\": {\n      \"type\": \"db\"\n    }\n  },")
          + "]\n"),
  AZURE_JSON(text ->
      messages(
          text,
          message ->
              "{\"time\":\"2026-11-21T11:37:39Z\",\"properties\":{\"errorLevel\":\"LOG\",\"message\":\""
                  + json(message)
                  + "\"}}")),
  EVENTS_JSON(text ->
      "{\"events\": [\n"
          + messages(
              text,
              message -> "{\"timestamp\": 1795258845123, \"message\": \"" + json(message) + "\"},")
          + "], \"next\": null}\n"),
  JOURNAL(text -> each(text, line -> "Nov 21 11:52:45 db-1 postgres[77]: " + line)),
  JOURNAL_ISO(text -> each(text, line -> "2026-11-21T11:52:45+0000 db-1 postgres[77]: " + line)),
  JOURNAL_UNIT(text ->
      each(
          text,
          line -> "Sat 2026-11-21 11:52:45 UTC db-1 postgresql@15-main.service[77]: " + line)),
  RSYSLOG(text -> each(text, line -> "Nov  1 11:52:45 db postgres[77]: " + escaped(line))),
  HEROKU(text -> heroku(text, "app[postgres.31]: [DATABASE]", " ")),
  HEROKU_WITH_STATE(text -> heroku(text, "app[postgres]:", " sql_error_code = 00000 ")),
  HEROKU_BY_SLASH(text -> heroku(text, "my-app heroku/postgres", "")),
  HEROKU_STRUCTURED(text ->
      each(
          text,
          line ->
              "<190>1 2026-11-21T11:52:45.000000+00:00 host app postgres.31 - [DATABASE] " + line));

  @SuppressWarnings("ImmutableEnumChecker") // functions without state
  private final UnaryOperator<String> wrap;

  Wrapper(UnaryOperator<String> wrap) {
    this.wrap = wrap;
  }

  /// Wraps a whole log, all of whose lines end with a line feed.
  byte[] around(String text) {
    return wrap.apply(text).getBytes(StandardCharsets.UTF_8);
  }

  private static String each(String text, UnaryOperator<String> line) {
    var out = new StringBuilder();
    text.lines().forEach(each -> out.append(line.apply(each)).append('\n'));
    return out.toString();
  }

  /// One object a message with all its lines.
  private static String messages(String text, UnaryOperator<String> message) {
    List<StringBuilder> messages = new ArrayList<>();
    text.lines()
        .forEach(line -> {
          if (line.startsWith("\t") && !messages.isEmpty()) {
            messages.getLast().append('\n').append(line);
          } else {
            messages.add(new StringBuilder(line));
          }
        });
    var out = new StringBuilder();
    messages.forEach(each -> out.append(message.apply(each.toString())).append('\n'));
    return out.toString();
  }

  private static String numbered(String text, String format) {
    var out = new StringBuilder();
    int[] number = {0};
    text.lines()
        .forEach(
            line -> out.append(String.format(Locale.ROOT, format, ++number[0], line)).append('\n'));
    return out.toString();
  }

  private static String grep(String text) {
    var out = new StringBuilder();
    int[] number = {0};
    text.lines()
        .forEach(line ->
            out.append(++number[0])
                .append(line.startsWith("\t") ? '-' : ':')
                .append(line)
                .append('\n'));
    return out.toString();
  }

  private static String criPieces(String line) {
    int half = line.length() / 2;
    String time = "2026-11-21T11:37:39.000000093Z stderr ";
    return time + "P " + line.substring(0, half) + "\n" + time + "F " + line.substring(half);
  }

  private static String dockerPieces(String line) {
    int half = line.length() / 2;
    String end = "\",\"stream\":\"stderr\",\"time\":\"2026-11-21T11:37:39Z\"}";
    return "{\"log\":\""
        + json(line.substring(0, half))
        + end
        + "\n{\"log\":\""
        + json(line.substring(half))
        + "\\n"
        + end;
  }

  private static String heroku(String text, String tag, String state) {
    var out = new StringBuilder();
    int message = 0;
    int piece = 1;
    for (String line : text.lines().toList()) {
      boolean isFirst = !line.startsWith("\t");
      message += isFirst ? 1 : 0;
      piece = isFirst ? 1 : piece + 1;
      out.append("2026-11-21T11:52:45.000000+00:00 ")
          .append(tag)
          .append(" [%d-%d] ".formatted(message, piece))
          .append(isFirst ? state : "")
          .append(line)
          .append('\n');
    }
    return out.toString();
  }

  private static String escaped(String line) {
    return line.replace("\t", "#011");
  }

  private static String json(String text) {
    return text.replace("\\", "\\\\")
        .replace("\"", "\\\"")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\u001b", "\\u001b");
  }
}
