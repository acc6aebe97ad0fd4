package org.vacuumadvisor.source.conninfo;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.source.SourceException;

/// What a user gives to name a server, whichever way it is written: URI, JDBC URL, keyword string,
/// or nothing but a database name.
///
/// @param warnings what was left out of account, one line each
record ConnectionString(Map<Keyword, String> values, List<String> warnings) {

  static ConnectionString parse(String text) throws SourceException {
    if (text.startsWith("jdbc:")) {
      return JdbcUrl.parse(text);
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
}
