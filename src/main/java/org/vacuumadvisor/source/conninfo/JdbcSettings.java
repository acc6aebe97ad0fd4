package org.vacuumadvisor.source.conninfo;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Properties;
import org.vacuumadvisor.source.SourceException;

/// What the driver (pgjdbc 42.7) needs for one place. The password is among the properties, never
/// in the URL.
record JdbcSettings(String url, Properties properties) {
  /// The name our sessions go by in `pg_stat_activity`.
  static final String APPLICATION_NAME = "vacuum-advisor";

  /// What is asked of the session at its start.
  enum Startup {
    /// Read-only and bounded, by startup options.
    BOUNDED,
    /// The server's own defaults.
    PLAIN,
    /// For a pooler: no options, and nothing that outlives a transaction.
    POOLED
  }

  /// @param isTimed whether our limit of a transaction goes with the start; only releases that know
  ///   `transaction_timeout` start then
  static JdbcSettings of(
      ConnectionParameters parameters,
      HostPort place,
      String endpoint,
      SessionLimits limits,
      Startup startup,
      boolean isTimed)
      throws SourceException {
    var properties = new Properties();
    properties.setProperty("user", parameters.user());
    // An empty one keeps the driver from reading password files by rules of its own.
    properties.setProperty("password", parameters.password(place).orElse(""));
    properties.setProperty("ApplicationName", APPLICATION_NAME);
    properties.setProperty("assumeMinServerVersion", "9.6");
    properties.setProperty("socketFactory", EndpointSocketFactory.class.getName());
    properties.setProperty("socketFactoryArg", endpoint);
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("socketTimeout", seconds(limits.silence()));
    properties.setProperty("cancelSignalTimeout", "5");
    var patience = parameters.connectTimeout();
    properties.setProperty("connectTimeout", seconds(patience));
    properties.setProperty("loginTimeout", seconds(patience));
    if (patience.isPositive()) {
      properties.setProperty("sslResponseTimeout", Long.toString(patience.toMillis()));
    }
    properties.setProperty("gssEncMode", "disable");
    pass(parameters, Keyword.GSSENCMODE, properties, "gssEncMode");
    pass(parameters, Keyword.CHANNEL_BINDING, properties, "channelBinding");
    pass(parameters, Keyword.REQUIRE_AUTH, properties, "requireAuth");
    pass(parameters, Keyword.KRBSRVNAME, properties, "kerberosServerName");
    Tls.configure(parameters, place, properties);
    switch (startup) {
      case BOUNDED -> properties.setProperty("options", options(parameters, limits, isTimed));
      case PLAIN -> {
        if (isTimed) {
          properties.setProperty("options", limits.transactionOption());
        }
      }
      case POOLED -> properties.setProperty("prepareThreshold", "0");
    }
    return new JdbcSettings(url(parameters, place), properties);
  }

  /// Ours stand last, so they count.
  private static String options(
      ConnectionParameters parameters, SessionLimits limits, boolean isTimed) {
    return parameters.value(Keyword.OPTIONS).map(own -> own + " ").orElse("")
        + limits.startupOptions()
        + (isTimed ? " " + limits.transactionOption() : "");
  }

  private static void pass(
      ConnectionParameters parameters, Keyword keyword, Properties properties, String name) {
    parameters.value(keyword).ifPresent(value -> properties.setProperty(name, value));
  }

  private static String url(ConnectionParameters parameters, HostPort place) {
    var name = place.isSocket() ? "localhost" : place.host();
    var host = name.contains(":") ? "[" + name + "]" : name;
    var database =
        URLEncoder.encode(parameters.database(), StandardCharsets.UTF_8).replace("+", "%20");
    return "jdbc:postgresql://" + host + ":" + place.port() + "/" + database;
  }

  private static String seconds(Duration duration) {
    return Long.toString(duration.toSeconds());
  }

  @Override
  public String toString() {
    return url;
  }
}
