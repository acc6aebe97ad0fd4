package org.vacuumadvisor.model;

import org.vacuumadvisor.model.Reading.Why;

/// Where a server is reached, so that the reports of ten servers are told apart.
///
/// @param clusterName `cluster_name`; missing where it is not set
/// @param address `inet_server_addr()`, the server's own end of the connection; missing for a Unix
///   socket
/// @param port `port`
public record Endpoint(Reading<String> clusterName, Reading<String> address, Reading<Long> port) {
  /// Of a server that did not say it, as one whose figures were pasted.
  public static final Endpoint UNKNOWN =
      new Endpoint(
          Reading.missing(Why.NOT_COLLECTED),
          Reading.missing(Why.NOT_COLLECTED),
          Reading.missing(Why.NOT_COLLECTED));

  /// `main (10.0.0.5:5432)`, `10.0.0.5:5432`, `[local]:5432` as psql's prompt calls a Unix socket;
  /// empty where nothing of it is known.
  public String inWords() {
    var place =
        port.map(
                number -> "%s:%d".formatted(address.map(Endpoint::bracketed).or("[local]"), number))
            .or("");
    var name = clusterName.or("");
    return name.isEmpty() ? place : place.isEmpty() ? name : "%s (%s)".formatted(name, place);
  }

  /// An IPv6 address is full of colons.
  private static String bracketed(String host) {
    return host.contains(":") ? "[%s]".formatted(host) : host;
  }
}
