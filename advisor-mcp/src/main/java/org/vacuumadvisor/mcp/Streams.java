package org.vacuumadvisor.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.modelcontextprotocol.json.McpJsonDefaults;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// The two streams of the protocol, a message a line. The library ends at a line that is no JSON;
/// here it is answered with the error that JSON-RPC has for it, and the next line is read.
final class Streams {
  /// Of a line so much is read; the rest is passed over, and the line is refused.
  private static final int LONGEST = 16 << 20;

  /// The longest that a call may take once the other end is closed.
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /// How the library begins an answer.
  private static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":";

  private static final byte[] NOT_JSON = refusal(-32700, "This line is no JSON object.");
  private static final byte[] TOO_LONG =
      refusal(
          -32600, "This line is longer than %,d bytes: hand over less text.".formatted(LONGEST));

  private final InputStream from;
  private final OutputStream to;
  private final CountDownLatch ended = new CountDownLatch(1);

  /// Requests that are not answered yet. The library forgets them at the end of the input, so that
  /// comes to it when there are none.
  private int open;

  Streams(InputStream from, OutputStream to) {
    this.from = new BufferedInputStream(from);
    this.to = to;
  }

  private static byte[] refusal(int code, String message) {
    return "{\"id\":null,\"jsonrpc\":\"2.0\",\"error\":{\"code\":%d,\"message\":\"%s\"}}\n"
        .formatted(code, message)
        .getBytes(UTF_8);
  }

  /// Waits until the other end is closed, or nobody reads from it any more.
  void awaitEnd() throws InterruptedException {
    ended.await();
  }

  /// What the other end sends, without lines that are no messages.
  InputStream input() {
    return new InputStream() {
      private InputStream line = InputStream.nullInputStream();

      @Override
      public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] into, int offset, int most) throws IOException {
        int count = line.read(into, offset, most);
        while (count < 0) {
          var next = next();
          if (next == null) {
            awaitAnswers();
            ended.countDown();
            return -1;
          }
          line = new ByteArrayInputStream(next);
          count = line.read(into, offset, most);
        }
        return count;
      }

      private byte @Nullable [] next() throws IOException {
        try {
          return nextLine();
        } catch (IOException broken) {
          ended.countDown();
          throw broken;
        }
      }

      @Override
      public void close() {
        ended.countDown();
      }
    };
  }

  /// The next message with its line feed; empty where a line is refused or blank, null at the end.
  private byte @Nullable [] nextLine() throws IOException {
    var line = new ByteArrayOutputStream();
    int each = from.read();
    if (each < 0) {
      return null;
    }
    boolean isTooLong = false;
    for (; each >= 0 && each != '\n'; each = from.read()) {
      isTooLong |= line.size() >= LONGEST;
      if (!isTooLong) {
        line.write(each);
      }
    }
    var text = line.toString(UTF_8);
    var message = isTooLong || text.isBlank() ? Map.of() : object(text);
    if (message.isEmpty()) {
      if (isTooLong || !text.isBlank()) {
        send(isTooLong ? TOO_LONG : NOT_JSON);
      }
      return new byte[0];
    }
    if (message.containsKey("id") && message.containsKey("method")) {
      synchronized (to) {
        open++;
      }
    }
    line.write('\n');
    return line.toByteArray();
  }

  private static Map<?, ?> object(String text) {
    try {
      return McpJsonDefaults.getMapper().readValue(text, Object.class) instanceof Map<?, ?> map
          ? map
          : Map.of();
    } catch (IOException | RuntimeException _) {
      return Map.of();
    }
  }

  private void awaitAnswers() throws IOException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    synchronized (to) {
      try {
        while (open > 0 && System.nanoTime() < end) {
          to.wait(PATIENCE.toMillis());
        }
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("ended while calls are open");
      }
    }
  }

  private void send(byte[] line) throws IOException {
    synchronized (to) {
      to.write(line);
      to.flush();
      if (new String(line, UTF_8).startsWith(ANSWER)) {
        open--;
        to.notifyAll();
      }
    }
  }

  /// What goes to the other end, each line as a whole.
  OutputStream output() {
    return new OutputStream() {
      private final ByteArrayOutputStream line = new ByteArrayOutputStream();

      @Override
      public void write(int each) throws IOException {
        line.write(each);
        if (each == '\n') {
          send(line.toByteArray());
          line.reset();
        }
      }
    };
  }
}
