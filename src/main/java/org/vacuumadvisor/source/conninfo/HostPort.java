package org.vacuumadvisor.source.conninfo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.SourceException;

/// One place where a server may listen: host name, address, or socket directory, and port.
///
/// @param host a name, an address, or the directory of a Unix socket; never empty
/// @param address the address to go to without asking for the name's (libpq's `hostaddr`)
public record HostPort(String host, @Nullable String address, int port) {
  private static final String DEFAULT_HOST = "localhost";
  private static final int DEFAULT_PORT = 5432;

  /// The hosts of the comma-separated lists that libpq takes; an empty host is `ownHost`'s for that
  /// port.
  static List<HostPort> list(String hosts, String addresses, String ports, SocketDirectories own)
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
      var host = hosts.isEmpty() ? address : names.get(i);
      if (host.isEmpty()) {
        host = address.isEmpty() ? own.holding(port).orElse(DEFAULT_HOST) : address;
      }
      places.add(checked(new HostPort(host, address.isEmpty() ? null : address, port)));
    }
    return List.copyOf(places);
  }

  private static List<String> split(String list) {
    return list.isEmpty() ? List.of() : List.of(list.split(",", -1));
  }

  private static int port(String text) throws SourceException {
    var digits = text.strip();
    if (digits.isEmpty()) {
      return DEFAULT_PORT;
    }
    boolean numeric = digits.length() <= 5 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    int port = numeric ? Integer.parseInt(digits) : 0;
    if (port < 1 || port > 65535) {
      throw new SourceException(
          "The port %s is not a number from 1 to 65535.".formatted(SafeText.quoted(text)));
    }
    return port;
  }

  private static HostPort checked(HostPort place) throws SourceException {
    if (place.host.startsWith("@")) {
      throw new SourceException(
          "The host %s is a socket in the abstract namespace, which Java cannot open. Connect with -h localhost or to a socket in a directory."
              .formatted(SafeText.quoted(place.host)));
    }
    boolean odd =
        place.host.codePoints().anyMatch(c -> c <= ' ' || c == 0x7f || "/\\?&=#@%".indexOf(c) >= 0);
    boolean scoped = place.host.contains(":") && place.host.contains("%");
    if (odd && !scoped && !place.isSocket()) {
      throw new SourceException(
          "The host %s contains characters that no host name has."
              .formatted(SafeText.quoted(place.host)));
    }
    return place;
  }

  /// Whether this is a Unix socket rather than TCP.
  public boolean isSocket() {
    return address == null && (host.startsWith("/") || host.matches("[A-Za-z]:[\\\\/].*"));
  }

  /// The socket's file, where this is one.
  Optional<String> socketFile() {
    return isSocket() ? Optional.of(SocketDirectories.file(host, port)) : Optional.empty();
  }

  /// `host:port` as one writes it, safe for a terminal.
  public String describe() {
    if (isSocket()) {
      return "socket " + SafeText.of(SocketDirectories.file(host, port));
    }
    var name = host.contains(":") ? "[" + host + "]" : host;
    var detour = address == null || address.equals(host) ? "" : " (" + address + ")";
    return SafeText.of(name) + ":" + port + SafeText.of(detour);
  }
}
