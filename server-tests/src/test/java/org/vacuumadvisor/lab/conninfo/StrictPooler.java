package org.vacuumadvisor.lab.conninfo;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// Stands before a server and refuses the startup parameter `options`, in the words of PgBouncer;
/// all else goes through.
final class StrictPooler implements Closeable {
  private static final int TLS_REQUEST = 80877103;

  private final ServerSocket listening;
  private final int serverPort;

  StrictPooler(int serverPort) throws IOException {
    this.serverPort = serverPort;
    listening = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        var client = listening.accept();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        var server = new Socket(InetAddress.getLoopbackAddress(), serverPort)) {
      var startup = startup(client);
      if (new String(startup, StandardCharsets.UTF_8).contains("\0options\0")) {
        refuse(client.getOutputStream());
        return;
      }
      var out = new DataOutputStream(server.getOutputStream());
      out.writeInt(startup.length + 4);
      out.write(startup);
      var answers = Thread.ofVirtual().start(() -> pump(server, client));
      pump(client, server);
      server.shutdownOutput();
      answers.join();
    } catch (IOException | InterruptedException ended) {
      // One side has gone; the other notices by the closed socket.
    }
  }

  private static byte[] startup(Socket client) throws IOException {
    var in = new DataInputStream(client.getInputStream());
    while (true) {
      var packet = new byte[in.readInt() - 4];
      in.readFully(packet);
      boolean asksForTls =
          packet.length == 4
              && new DataInputStream(new ByteArrayInputStream(packet)).readInt() == TLS_REQUEST;
      if (!asksForTls) {
        return packet;
      }
      client.getOutputStream().write('N');
    }
  }

  private static void refuse(OutputStream out) throws IOException {
    var fields =
        "SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0"
            .getBytes(StandardCharsets.UTF_8);
    var message = new ByteArrayOutputStream();
    var data = new DataOutputStream(message);
    data.writeByte('E');
    data.writeInt(fields.length + 4);
    data.write(fields);
    out.write(message.toByteArray());
  }

  private static void pump(Socket from, Socket to) {
    try {
      InputStream in = from.getInputStream();
      in.transferTo(to.getOutputStream());
    } catch (IOException closed) {
      // The connection ends with either side.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
