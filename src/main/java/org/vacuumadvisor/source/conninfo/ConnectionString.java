package org.vacuumadvisor.source.conninfo;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.source.SourceException;

/// What a user gives to name a server, whichever way it is written: URI, JDBC URL, keyword string,
/// or nothing but a database name.
///
/// @param warnings what was left out of account, one line each
record ConnectionString(Map<Keyword, String> values, List<String> warnings) {
  private static final String PREFIX = "jdbc:postgresql:";

  private static final Map<String, Keyword> NAMES =
      Map.of(
          "ApplicationName", Keyword.APPLICATION_NAME,
          "connectTimeout", Keyword.CONNECT_TIMEOUT,
          "targetServerType", Keyword.TARGET_SESSION_ATTRS,
          "channelBinding", Keyword.CHANNEL_BINDING,
          "gssEncMode", Keyword.GSSENCMODE,
          "requireAuth", Keyword.REQUIRE_AUTH,
          "sslNegotiation", Keyword.SSLNEGOTIATION,
          "kerberosServerName", Keyword.KRBSRVNAME,
          "PGHOST", Keyword.HOST,
          "PGPORT", Keyword.PORT);

  private static final Map<String, String> SERVER_TYPES =
      Map.of(
          "any", "any",
          "primary", "primary",
          "master", "primary",
          "slave", "standby",
          "secondary", "standby",
          "preferSlave", "prefer-standby",
          "preferSecondary", "prefer-standby");

  static ConnectionString parse(String text) throws SourceException {
    if (text.startsWith("jdbc:")) {
      return ofJdbcUrl(text);
    }
    if (ConnectionUri.isOne(text)) {
      return new ConnectionString(keywords(ConnectionUri.parse(text)), List.of());
    }
    if (text.contains("://") && text.indexOf("://") < firstEquals(text)) {
      throw new SourceException(
          "The connection URI begins with %s; one for PostgreSQL begins with postgresql:// or postgres://."
              .formatted(SafeText.quoted(text.substring(0, text.indexOf("://") + 3))));
    }
    if (text.contains("=")) {
      return new ConnectionString(KeywordString.parse(text), List.of());
    }
    int colon = text.indexOf(':');
    if (colon >= 0 && text.lastIndexOf('@') > colon) {
      // A database of this name would be shown, with the password that is in it.
      throw new SourceException(
          "The connection looks like a URI without its beginning; one for PostgreSQL begins with"
              + " postgresql:// or postgres://.");
    }
    return new ConnectionString(Map.of(Keyword.DBNAME, text), List.of());
  }

  private static int firstEquals(String text) {
    int equals = text.indexOf('=');
    return equals < 0 ? Integer.MAX_VALUE : equals;
  }

  /// `ssl=true` is libpq's own concession to JDBC.
  private static Map<Keyword, String> keywords(Map<String, String> parts) throws SourceException {
    var values = new EnumMap<Keyword, String>(Keyword.class);
    for (var part : parts.entrySet()) {
      if (part.getKey().equals("ssl") && part.getValue().equals("true")) {
        values.put(Keyword.SSLMODE, "require");
      } else {
        values.put(
            Keyword.of(part.getKey()).orElseThrow(() -> KeywordString.unknown(part.getKey())),
            part.getValue());
      }
    }
    return values;
  }

  /// A URL for Java's PostgreSQL driver, as people have it at hand in their application's
  /// configuration, read in libpq's terms.
  private static ConnectionString ofJdbcUrl(String text) throws SourceException {
    if (!text.startsWith(PREFIX)) {
      throw new SourceException(
          "The JDBC URL is not one for PostgreSQL: such a URL begins with jdbc:postgresql://.");
    }
    var rest = text.substring(PREFIX.length());
    var uri = rest.startsWith("//") ? "postgresql:" + rest : "postgresql:///" + trimSlash(rest);
    var values = new EnumMap<Keyword, String>(Keyword.class);
    List<String> warnings = new ArrayList<>();
    for (var part : ConnectionUri.parse(uri).entrySet()) {
      var keyword = keyword(part.getKey(), part.getValue());
      if (keyword.isPresent()) {
        values.put(keyword.get(), value(part.getKey(), part.getValue()));
      } else {
        warnings.add(
            "The JDBC URL's parameter %s is ignored.".formatted(SafeText.quoted(part.getKey())));
      }
    }
    return new ConnectionString(values, warnings);
  }

  private static String trimSlash(String rest) {
    return rest.startsWith("/") ? rest.substring(1) : rest;
  }

  private static Optional<Keyword> keyword(String name, String value) {
    if (name.equals("ssl")) {
      return value.equals("false") ? Optional.empty() : Optional.of(Keyword.SSLMODE);
    }
    return Optional.ofNullable(NAMES.get(name)).or(() -> Keyword.of(name));
  }

  /// The driver takes `ssl=true` for verify-full; so do we.
  private static String value(String name, String value) {
    return switch (name) {
      case "ssl" -> "verify-full";
      case "targetServerType" -> SERVER_TYPES.getOrDefault(value, value);
      default -> value;
    };
  }
}
