package org.vacuumadvisor.source.conninfo;

import java.util.EnumMap;
import org.vacuumadvisor.source.SourceException;

/// The parts of a connection string that most people give, for a form that shows each in a field of
/// its own. Empty is what the string leaves open.
public record ConnectionFields(String host, String port, String user, String database) {

  /// What a string says of them.
  ///
  /// @param conninfo URI, JDBC URL, keyword string or plain database name; may be blank
  /// @throws SourceException if the string cannot be read
  public static ConnectionFields of(String conninfo) throws SourceException {
    if (conninfo.isBlank()) {
      return new ConnectionFields("", "", "", "");
    }
    var values = ConnectionString.parse(conninfo.strip()).values();
    return new ConnectionFields(
        values.getOrDefault(Keyword.HOST, ""),
        values.getOrDefault(Keyword.PORT, ""),
        values.getOrDefault(Keyword.USER, ""),
        values.getOrDefault(Keyword.DBNAME, ""));
  }

  /// A string with these parts in place of its own, as keywords; all else that was in it stays.
  ///
  /// @throws SourceException if the string cannot be read
  public String in(String conninfo) throws SourceException {
    var values = new EnumMap<Keyword, String>(Keyword.class);
    if (!conninfo.isBlank()) {
      values.putAll(ConnectionString.parse(conninfo.strip()).values());
    }
    put(values, Keyword.HOST, host);
    put(values, Keyword.PORT, port);
    put(values, Keyword.USER, user);
    put(values, Keyword.DBNAME, database);
    return SavableConnection.written(values);
  }

  private static void put(EnumMap<Keyword, String> values, Keyword keyword, String value) {
    if (value.isBlank()) {
      values.remove(keyword);
    } else {
      values.put(keyword, value.strip());
    }
  }
}
