package org.vacuumadvisor.source.conninfo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.file.Path;
import javax.net.SocketFactory;

/// Makes the driver's sockets go where libpq would: to a chosen address of a host, or to a Unix
/// socket. The driver creates it by name, so it is public, and asks it for unconnected sockets
/// only.
public final class EndpointSocketFactory extends SocketFactory {
  static final String UNIX = "unix:";

  private final String endpoint;

  /// @param endpoint `unix:` and a file, or an address
  public EndpointSocketFactory(String endpoint) {
    this.endpoint = endpoint;
  }

  @Override
  public Socket createSocket() {
    return endpoint.startsWith(UNIX)
        ? new UnixSocket(Path.of(endpoint.substring(UNIX.length())))
        : new DirectedSocket(endpoint);
  }

  @Override
  public Socket createSocket(String host, int port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw new UnsupportedOperationException();
  }

  /// A TCP socket that takes the port it is told, and goes to the address it was made for.
  private static final class DirectedSocket extends Socket {
    private final String address;

    DirectedSocket(String address) {
      this.address = address;
    }

    @Override
    public void connect(SocketAddress told, int timeout) throws IOException {
      int port = ((InetSocketAddress) told).getPort();
      super.connect(new InetSocketAddress(InetAddress.getByName(address), port), timeout);
    }
  }
}
