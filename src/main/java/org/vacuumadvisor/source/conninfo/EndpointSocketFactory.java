package org.vacuumadvisor.source.conninfo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.file.Path;
import javax.net.SocketFactory;

/// Makes the driver's sockets go where libpq would: to a chosen address of a host, or to a Unix
/// socket. The driver creates it by name, so it is public.
public final class EndpointSocketFactory extends SocketFactory {
  private static final String UNIX = "unix:";

  private final String endpoint;

  /// @param endpoint `unix:` and a file, or a numeric address
  public EndpointSocketFactory(String endpoint) {
    this.endpoint = endpoint;
  }

  static String argument(Path socketFile) {
    return UNIX + socketFile;
  }

  static String argument(InetAddress address) {
    return address.getHostAddress();
  }

  @Override
  public Socket createSocket() {
    return endpoint.startsWith(UNIX)
        ? new UnixSocket(Path.of(endpoint.substring(UNIX.length())))
        : new DirectedSocket(InetAddress.ofLiteral(endpoint));
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return createSocket(InetAddress.getLoopbackAddress(), port);
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return createSocket(InetAddress.getLoopbackAddress(), port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return createSocket(host, port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    var socket = createSocket();
    try {
      socket.connect(new InetSocketAddress(host, port));
      return socket;
    } catch (IOException failure) {
      socket.close();
      throw failure;
    }
  }

  /// A TCP socket that takes the port it is told, and the address it was made for.
  private static final class DirectedSocket extends Socket {
    private final InetAddress address;

    DirectedSocket(InetAddress address) {
      this.address = address;
    }

    @Override
    public void connect(SocketAddress told, int timeout) throws IOException {
      int port = ((InetSocketAddress) told).getPort();
      super.connect(new InetSocketAddress(address, port), timeout);
    }
  }
}
