package org.vacuumadvisor.source.log.reading;

import static org.junit.jupiter.api.Assertions.assertIterableEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.vacuumadvisor.source.log.Section;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.Recorded.Message;

/// A real server's messages are found in every wrapper, and are the same.
class AnyWrapperTest {
  private static final List<String> LOGS =
      List.of(
          "18-collector-stderr.log",
          "13-autovacuum-cancelled-m-p-stderr.log",
          "10-interleaved-serverlog-stderr.log",
          "14-failsafe-stderr.log");
  private static final List<String> PREFIXES =
      List.of(
          "%m [%p] ",
          "%t:%r:%u@%d:[%p]:",
          "%t-%c-",
          "%t [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ",
          "%m [%p] %q%u@%d ",
          "%m %e [%p] %b ");

  @ParameterizedTest
  @EnumSource(Wrapper.class)
  void theMessagesAreTheSame(Wrapper wrapper) {
    for (String name : LOGS) {
      for (String prefix : PREFIXES) {
        String log = ServerLog.of(name).with(prefix);
        var expected = withoutLines(Recorded.of(log).messages());
        var wrapped = Recorded.of(wrapper.around(log), ReadOptions.AUTO).messages();

        assertIterableEquals(expected, withoutLines(wrapped), () -> name + " behind " + prefix);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Wrapper.class)
  void messagesBehindNoPrefixAreTheSame(Wrapper wrapper) {
    String log = ServerLog.of("14-failsafe-stderr.log").with("");
    var expected = texts(Recorded.of(log).messages());
    var wrapped = Recorded.of(wrapper.around(log), ReadOptions.AUTO).messages();

    assertIterableEquals(expected, texts(wrapped));
  }

  @ParameterizedTest
  @EnumSource(Wrapper.class)
  void oneFileMayBeAppendedToAnother(Wrapper wrapper) {
    String log = ServerLog.of("14-failsafe-stderr.log").with("%m [%p] ");
    String first = ServerLog.of("18-collector-stderr.log").with("%t:%r:%u@%d:[%p]:");
    var expected = withoutLines(Recorded.of(first).messages());
    var whole = first + new String(wrapper.around(log), StandardCharsets.UTF_8);
    var read = withoutLines(Recorded.of(whole).messages());

    assertIterableEquals(expected, read.subList(0, expected.size()));
    assertIterableEquals(
        withoutLines(Recorded.of(log).messages()), read.subList(expected.size(), read.size()));
  }

  private static List<Message> withoutLines(List<Message> messages) {
    return messages.stream()
        .map(message ->
            new Message(
                message.level(),
                0,
                message.timestamp(),
                message.zone(),
                message.pid(),
                withoutStatements(message)))
        .toList();
  }

  private static List<List<Recorded.Text>> texts(List<Message> messages) {
    return messages.stream().map(AnyWrapperTest::withoutStatements).toList();
  }

  /// Of statements it does not matter how much is kept.
  private static List<Recorded.Text> withoutStatements(Message message) {
    return message.texts().stream().filter(text -> text.section() != Section.STATEMENT).toList();
  }
}
