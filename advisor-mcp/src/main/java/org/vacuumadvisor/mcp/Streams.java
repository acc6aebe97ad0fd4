package org.vacuumadvisor.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/// The two streams of the protocol, a message a line. The library's own transport ends at a line
/// that is no JSON, and forgets open calls at the end of the input; here such a line is answered
/// with the error that JSON-RPC has for it, and open calls are waited for. Nor does it know
/// `notifications/cancelled`: here such a call is ended, and not answered.
final class Streams implements McpServerTransportProvider, McpServerTransport {
  /// Of a line so much is read; the rest is passed over, and the line is refused.
  private static final int LONGEST = 16 << 20;

  /// The longest that a call may take once the other end is closed.
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final InputStream from;
  private final OutputStream to;
  private final Map<Object, CompletableFuture<Void>> open = new ConcurrentHashMap<>();
  private @Nullable McpServerSession session;

  Streams(InputStream from, OutputStream to) {
    this.from = new BufferedInputStream(from);
    this.to = to;
  }

  @Override
  public void setSessionFactory(McpServerSession.Factory factory) {
    session = factory.create(this);
  }

  /// Answers until the other end is closed, and all that it asked before.
  void serve() throws InterruptedException {
    try {
      var line = new ByteArrayOutputStream();
      while (readLine(line)) {
        take(line);
        line.reset();
      }
      CompletableFuture.allOf(open.values().toArray(CompletableFuture<?>[]::new))
          .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (IOException | UncheckedIOException | ExecutionException | TimeoutException _) {
      // There is nobody left to answer.
    }
  }

  /// Reads a line without its end, of one that is too long a byte too many.
  ///
  /// @return whether there was one
  private boolean readLine(ByteArrayOutputStream line) throws IOException {
    int each = from.read();
    boolean isThere = each >= 0;
    for (; each >= 0 && each != '\n'; each = from.read()) {
      if (line.size() <= LONGEST) {
        line.write(each);
      }
    }
    return isThere;
  }

  private void take(ByteArrayOutputStream line) {
    var text = line.toString(UTF_8);
    if (line.size() > LONGEST) {
      refuse(-32600, "This line is longer than %,d bytes: hand over less text.".formatted(LONGEST));
    } else if (!text.isBlank()) {
      try {
        take(McpSchema.deserializeJsonRpcMessage(McpJsonDefaults.getMapper(), text));
      } catch (IOException | RuntimeException _) {
        refuse(-32700, "This line is no JSON object.");
      }
    }
  }

  private void take(JSONRPCMessage message) {
    if (message instanceof JSONRPCNotification told
        && told.method().equals("notifications/cancelled")) {
      cancel(told);
      return;
    }
    var call =
        Objects.requireNonNull(session, "set when the server is built")
            .handle(message)
            .onErrorComplete()
            .toFuture();
    if (message instanceof JSONRPCRequest request) {
      open.put(request.id(), call);
      var _ = call.whenComplete((_, _) -> open.remove(request.id()));
    }
  }

  private void cancel(JSONRPCNotification told) {
    var id = told.params() instanceof Map<?, ?> params ? params.get("requestId") : null;
    var call = id == null ? null : open.get(id);
    if (call != null) {
      call.cancel(true);
    }
  }

  private void refuse(int code, String message) {
    send(
        "{\"id\":null,\"jsonrpc\":\"2.0\",\"error\":{\"code\":%d,\"message\":\"%s\"}}"
            .formatted(code, message));
  }

  private void send(String line) {
    synchronized (to) {
      try {
        to.write((line + "\n").getBytes(UTF_8));
        to.flush();
      } catch (IOException closed) {
        throw new UncheckedIOException(closed);
      }
    }
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.fromRunnable(() -> send(Answer.json(message)));
  }

  @Override
  public Mono<Void> notifyClients(String method, Object parameters) {
    return Mono.empty(); // the tools stay as they are
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return McpJsonDefaults.getMapper().convertValue(data, type);
  }

  @Override
  public List<String> protocolVersions() {
    return McpServerTransportProvider.super.protocolVersions();
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  @Override
  public void close() {
    // What is open is of who opened it.
  }
}
