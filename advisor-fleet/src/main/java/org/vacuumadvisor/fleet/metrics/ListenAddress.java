package org.vacuumadvisor.fleet.metrics;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where to listen: `9188`, `:9188`, `0.0.0.0:9188`, `[::1]:9188`.
///
/// @param host empty for the loopback interface
public record ListenAddress(Optional<String> host, int port) {
  private static final Pattern FORM =
      Pattern.compile("(?:(?:\\[(?<ipv6>[^\\]]+)]|(?<host>[^\\[\\]:]*)):)?(?<port>\\d{1,5})");
  private static final int MOST_PORT = 65_535;

  /// The address that a text gives.
  ///
  /// @throws IllegalArgumentException if it is none
  public static ListenAddress of(String text) {
    var matcher = FORM.matcher(text);
    int port = matcher.matches() ? Integer.parseInt(matcher.group("port")) : -1;
    if (port < 0 || port > MOST_PORT) {
      throw new IllegalArgumentException(
          "'%s' is no [HOST:]PORT, such as :9188 or 0.0.0.0:9188".formatted(text));
    }
    var host =
        Optional.ofNullable(matcher.group("ipv6"))
            .or(() -> Optional.ofNullable(matcher.group("host")))
            .filter(each -> !each.isEmpty());
    return new ListenAddress(host, port);
  }

  InetSocketAddress resolved() throws UnknownHostException {
    return new InetSocketAddress(
        host.isPresent() ? InetAddress.getByName(host.get()) : InetAddress.getLoopbackAddress(),
        port);
  }
}
