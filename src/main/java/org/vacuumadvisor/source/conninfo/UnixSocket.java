package org.vacuumadvisor.source.conninfo;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A Unix socket in the shape the driver knows. Reads honour the socket's timeout, which channels
/// alone do not; options of TCP are accepted and mean nothing.
final class UnixSocket extends Socket {
  private static final int BUFFER = 8192;

  private final Path file;
  private @Nullable SocketChannel channel;
  private @Nullable Selector readable;
  private volatile int timeout;
  private volatile boolean closed;

  UnixSocket(Path file) {
    this.file = file;
  }

  @Override
  public void connect(SocketAddress told) throws IOException {
    connect(told, 0);
  }

  /// A local connect is answered at once or refused; the timeout has nothing to bound.
  @Override
  public void connect(SocketAddress told, int milliseconds) throws IOException {
    var opened = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      opened.connect(UnixDomainSocketAddress.of(file));
      opened.configureBlocking(false);
      readable = Selector.open();
      opened.register(readable, SelectionKey.OP_READ);
      channel = opened;
    } catch (IOException | RuntimeException failure) {
      opened.close();
      throw failure;
    }
  }

  @Override
  public InputStream getInputStream() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return receive(ByteBuffer.wrap(bytes, offset, length));
      }
    };
  }

  @Override
  public OutputStream getOutputStream() {
    return new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        send(ByteBuffer.wrap(bytes, offset, length));
      }
    };
  }

  private int receive(ByteBuffer buffer) throws IOException {
    if (!buffer.hasRemaining()) {
      return 0;
    }
    var open = open();
    var selector = Objects.requireNonNull(readable);
    long deadline = System.nanoTime() + timeout * 1_000_000L;
    while (true) {
      int count = open.read(buffer);
      if (count != 0) {
        return count;
      }
      long left = timeout == 0 ? 0 : (deadline - System.nanoTime()) / 1_000_000L;
      if (timeout != 0 && left <= 0) {
        throw new SocketTimeoutException("Read timed out");
      }
      selector.select(left);
      if (closed) {
        throw new SocketException("Socket closed");
      }
      selector.selectedKeys().clear();
    }
  }

  private void send(ByteBuffer buffer) throws IOException {
    var open = open();
    while (buffer.hasRemaining()) {
      if (open.write(buffer) == 0) {
        awaitRoom(open);
      }
    }
  }

  private void awaitRoom(SocketChannel open) throws IOException {
    try (var writable = Selector.open()) {
      open.register(writable, SelectionKey.OP_WRITE);
      if (writable.select(timeout) == 0 && timeout != 0) {
        throw new SocketTimeoutException("Write timed out");
      }
    }
  }

  private SocketChannel open() throws SocketException {
    var open = channel;
    if (open == null || closed) {
      throw new SocketException(closed ? "Socket closed" : "Socket is not connected");
    }
    return open;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    try (var _ = channel;
        var _ = readable) {
      super.close();
    }
  }

  @Override
  public boolean isConnected() {
    return channel != null;
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void setSoTimeout(int milliseconds) {
    timeout = milliseconds;
  }

  @Override
  public int getSoTimeout() {
    return timeout;
  }

  @Override
  public InetAddress getInetAddress() {
    return InetAddress.getLoopbackAddress();
  }

  @Override
  public int getSendBufferSize() {
    return BUFFER;
  }

  @Override
  public int getReceiveBufferSize() {
    return BUFFER;
  }

  @Override
  public void setSendBufferSize(int size) {}

  @Override
  public void setReceiveBufferSize(int size) {}

  @Override
  public void setTcpNoDelay(boolean on) {}

  @Override
  public boolean getTcpNoDelay() {
    return true;
  }

  @Override
  public void setKeepAlive(boolean on) {}

  @Override
  public boolean getKeepAlive() {
    return false;
  }
}
