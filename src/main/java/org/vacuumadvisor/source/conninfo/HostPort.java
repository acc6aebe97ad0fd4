package org.vacuumadvisor.source.conninfo;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.SourceException;

/// One place where a server may listen: host name, address, or socket directory, and port.
///
/// @param host a name, an address, or the directory of a Unix socket; never empty
/// @param address the address to go to without asking for the name's (libpq's `hostaddr`)
public record HostPort(String host, @Nullable String address, int port) {
  /// Where servers of this machine put their Unix sockets: packagers' choice, and PostgreSQL's own.
  static final List<String> SOCKETS = List.of("/var/run/postgresql", "/tmp");

  private static final String DEFAULT_HOST = "localhost";
  private static final String DEFAULT_PORT = "5432";

  /// The hosts of the comma-separated lists that libpq takes; an empty host is the first of these
  /// directories that has a socket for the port now, else `localhost`.
  static List<HostPort> list(String hosts, String addresses, String ports, List<String> sockets)
      throws SourceException {
    var names = split(hosts);
    var numeric = split(addresses);
    var numbers = split(ports);
    int count = Math.max(1, addresses.isEmpty() ? names.size() : numeric.size());
    if (!addresses.isEmpty() && !hosts.isEmpty() && names.size() != numeric.size()) {
      throw new SourceException(
          "%d host names are given, but %d addresses (hostaddr): as many are needed of both."
              .formatted(names.size(), numeric.size()));
    }
    if (numbers.size() > 1 && numbers.size() != count) {
      throw new SourceException(
          "%d ports are given for %d hosts: give one for all, or one for each."
              .formatted(numbers.size(), count));
    }
    List<HostPort> places = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int port = port(numbers.isEmpty() ? "" : numbers.get(numbers.size() == 1 ? 0 : i));
      var address = addresses.isEmpty() ? "" : numeric.get(i);
      var host = hosts.isEmpty() || names.get(i).isEmpty() ? address : names.get(i);
      if (host.isEmpty()) {
        host =
            sockets.stream()
                .filter(directory -> Files.exists(Path.of(socketFile(directory, port))))
                .findFirst()
                .orElse(DEFAULT_HOST);
      }
      places.add(new HostPort(host, address.isEmpty() ? null : address, port));
    }
    return List.copyOf(places);
  }

  private static List<String> split(String list) {
    return list.isEmpty() ? List.of() : List.of(list.split(",", -1));
  }

  private static int port(String text) throws SourceException {
    var digits = text.isBlank() ? DEFAULT_PORT : text.strip();
    int port = digits.matches("[0-9]{1,5}") ? Integer.parseInt(digits) : 0;
    if (port < 1 || port > 65535) {
      throw new SourceException(
          "The port %s is not a number from 1 to 65535.".formatted(SafeText.quoted(text)));
    }
    return port;
  }

  /// Whether this is a Unix socket rather than TCP.
  public boolean isSocket() {
    return address == null && (host.startsWith("/") || host.matches("[A-Za-z]:[\\\\/].*"));
  }

  /// Where to knock, as [EndpointSocketFactory] wants it: the socket, or each address that the name
  /// stands for, or the name itself where it stands for none.
  List<String> endpoints() {
    if (isSocket()) {
      return List.of(EndpointSocketFactory.UNIX + socketFile(host, port));
    }
    var name = address == null ? host : address;
    try {
      return Stream.of(InetAddress.getAllByName(name))
          .map(InetAddress::getHostAddress)
          .distinct()
          .toList();
    } catch (UnknownHostException unknown) {
      return List.of(name);
    }
  }

  private static String socketFile(String directory, int port) {
    return directory + "/.s.PGSQL." + port;
  }

  /// `host:port` as one writes it, safe for a terminal.
  public String describe() {
    if (isSocket()) {
      return "socket " + SafeText.of(socketFile(host, port));
    }
    var name = host.contains(":") ? "[" + host + "]" : host;
    var detour = address == null || address.equals(host) ? "" : " (" + address + ")";
    return SafeText.of(name) + ":" + port + SafeText.of(detour);
  }
}
