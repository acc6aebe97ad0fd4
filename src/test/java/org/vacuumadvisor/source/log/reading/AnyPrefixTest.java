package org.vacuumadvisor.source.log.reading;

import static org.junit.jupiter.api.Assertions.assertIterableEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.source.log.line.LinePrefix;
import org.vacuumadvisor.source.log.line.LogFormat;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.Recorded.Message;

/// A real server's messages are found behind every prefix, told or not, and are the same.
class AnyPrefixTest {
  private static final List<String> LOGS =
      List.of(
          "18-collector-stderr.log",
          "13-autovacuum-cancelled-m-p-stderr.log",
          "10-interleaved-serverlog-stderr.log",
          "14-cancelled-manual-stderr.log",
          "14-failsafe-stderr.log");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "%m [%p] ",
        "%m [%p] %q%u@%d ",
        "%m [%p] %q[user=%u,db=%d,app=%a] ",
        "%t [%p]: user=%u,db=%d,app=%a,client=%h ",
        "%t [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ",
        "%t [%p-%l] %q%u@%d ",
        "%t:%r:%u@%d:[%p]:",
        "%t-%c-",
        "%m [%p]: [%l-1] db=%d,user=%u ",
        " sql_error_code = %e ",
        " sql_error_code = %e time_ms = \"%m\" pid=\"%p\" proc_start_time=\"%s\" session_id=\"%c\""
            + " vtid=\"%v\" tid=\"%x\" log_line=\"%l\" %qdatabase=\"%d\" connection_source=\"%r\""
            + " user=\"%u\" application_name=\"%a\" ",
        "%c ",
        "%c %l ",
        "%n ",
        "%n [%p] ",
        "%v/%x ",
        "%m %v %x ",
        "user=%u,db=%d,app=%a,client=%h ",
        "%u@%d ",
        "%q%u@%d ",
        "%u ",
        "%b ",
        "%e ",
        "%i ",
        "%l ",
        "%x ",
        "%m ",
        "%t ",
        "%p ",
        "%m %p ",
        "%p %m ",
        "%m|%p|%u|%d|%a|",
        "%m,%p,%u,%d,",
        "%m;%u;%d;%p;%c;",
        "<%m> ",
        "< %m >",
        "[%m] [%p] [%u@%d] ",
        "%m (%p) ",
        "%m %h(%p) %u@%d ",
        "(%p) %m ",
        "{%m} {%p} ",
        "%m pid=%p user=%u db=%d ",
        "%m PID:%p APP:%a ",
        "%t %u %d %r %p %c %l ",
        "%m %e [%p] %b ",
        "%m [%p] %b %q%u@%d/%a ",
        "%s %c %x %t ",
        "%m %Q %p ",
        "%m [%p] %r ",
        "%h %m [%p] ",
        "%r|%m|%p|",
        "pg: %m [%p] ",
        "postgres[%p]: %m ",
        "%m [%P] [%p] ",
        "%t [%p]: ",
        "%m [%p:%l] ",
        "%m [%p/%l] ",
        "%m - %p - %u - %d - ",
        "%m %L %h [%p] ",
        "%i %m [%p] %e ",
      })
  void theMessagesAreTheSame(String prefix) {
    for (String name : LOGS) {
      ServerLog log = ServerLog.of(name);
      List<Message> expected = expected(log, prefix);
      byte[] text = log.with(prefix).getBytes(StandardCharsets.UTF_8);

      assertIterableEquals(expected, Recorded.of(text, ReadOptions.AUTO).messages(), "found out");
      var given = new ReadOptions(LogFormat.AUTO, new LinePrefix(prefix));
      assertIterableEquals(expected, Recorded.of(text, given).messages(), "given");
    }
  }

  /// What the same log says behind the default prefix, without what this prefix leaves out.
  private static List<Message> expected(ServerLog log, String prefix) {
    boolean hasPid = prefix.contains("%p") || prefix.contains("%c");
    boolean isWhole = prefix.contains("%m") || prefix.contains("%n");
    return Recorded.of(log.with("%m [%p] ")).messages().stream()
        .map(message -> {
          String time = message.timestamp();
          if (time == null) {
            throw new AssertionError(message);
          }
          String shown =
              prefix.contains("%n")
                  ? "1795258845" + time.substring(19)
                  : isWhole ? time : prefix.contains("%t") ? time.substring(0, 19) : null;
          return new Message(
              message.level(),
              message.line(),
              shown,
              shown == null || prefix.contains("%n") ? null : message.zone(),
              hasPid ? message.pid() : -1,
              message.texts());
        })
        .toList();
  }
}
