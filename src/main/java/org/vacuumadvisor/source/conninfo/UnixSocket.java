package org.vacuumadvisor.source.conninfo;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.Channels;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A Unix socket in the shape the driver knows. Reads and writes honour the socket's timeout, which
/// channels alone do not; options of TCP are kept by the superclass and mean nothing.
final class UnixSocket extends Socket {
  private final Path file;
  private @Nullable Patient channel;

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
      channel = new Patient(opened);
    } catch (IOException | RuntimeException failure) {
      opened.close();
      throw failure;
    }
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return Channels.newInputStream(connected());
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return Channels.newOutputStream(connected());
  }

  private Patient connected() throws SocketException {
    if (channel == null) {
      throw new SocketException("Socket is not connected");
    }
    return channel;
  }

  @Override
  public boolean isConnected() {
    return channel != null;
  }

  @Override
  public void close() throws IOException {
    try (var _ = channel) {
      super.close();
    }
  }

  /// The connected channel, which waits as long as the socket's timeout says.
  private final class Patient implements ByteChannel {
    private final SocketChannel channel;
    private final Selector selector = Selector.open();
    private final SelectionKey key;

    Patient(SocketChannel channel) throws IOException {
      this.channel = channel;
      channel.configureBlocking(false);
      key = channel.register(selector, 0);
    }

    @Override
    public int read(ByteBuffer buffer) throws IOException {
      long start = System.nanoTime();
      int count = channel.read(buffer);
      while (count == 0 && buffer.hasRemaining()) {
        await(SelectionKey.OP_READ, start);
        count = channel.read(buffer);
      }
      return count;
    }

    @Override
    public int write(ByteBuffer buffer) throws IOException {
      long start = System.nanoTime();
      int count = channel.write(buffer);
      while (count == 0 && buffer.hasRemaining()) {
        await(SelectionKey.OP_WRITE, start);
        count = channel.write(buffer);
      }
      return count;
    }

    /// A timeout of 0 waits for ever.
    private void await(int operation, long start) throws IOException {
      int timeout = getSoTimeout();
      long left = timeout - (System.nanoTime() - start) / 1_000_000L;
      if (timeout != 0 && left <= 0) {
        throw new SocketTimeoutException("The server says nothing");
      }
      try {
        key.interestOps(operation);
        selector.select(timeout == 0 ? 0 : left);
        selector.selectedKeys().clear();
      } catch (ClosedSelectorException | CancelledKeyException closed) {
        throw new SocketException("Socket closed", closed);
      }
    }

    @Override
    public boolean isOpen() {
      return channel.isOpen();
    }

    /// Wakes whoever waits.
    @Override
    public void close() throws IOException {
      try (selector;
          channel) {
        key.cancel();
      }
    }
  }
}
