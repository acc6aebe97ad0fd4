package org.vacuumadvisor.source.conninfo;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.source.SourceException;

/// What a user gives to name a server, whichever way it is written: URI, JDBC URL, keyword string,
/// or nothing but a database name. Printed, it has no secrets.
public final class ConnectionString {
  private static final String JDBC = "jdbc:";

  private final String text;
  private final String openText;
  private final Map<Keyword, String> values;
  private final List<String> warnings;

  private ConnectionString(
      String text, String openText, Map<Keyword, String> values, List<String> warnings) {
    this.text = text;
    this.openText = openText;
    this.values = values;
    this.warnings = warnings;
  }

  /// One that says nothing.
  public static final ConnectionString NONE = new ConnectionString("", "", Map.of(), List.of());

  /// Reads one; a blank one says nothing.
  ///
  /// @throws SourceException if it cannot be read: then nobody knows what in it is secret
  public static ConnectionString of(String given) throws SourceException {
    var text = given.strip();
    List<String> warnings = new ArrayList<>();
    var values = read(text, warnings);
    return new ConnectionString(text, withoutSecrets(text, values), values, warnings);
  }

  private static Map<Keyword, String> read(String text, List<String> warnings)
      throws SourceException {
    if (text.startsWith(JDBC)) {
      return ofJdbcUrl(text.substring(JDBC.length()), warnings);
    }
    if (ConnectionUri.isOne(text)) {
      return ofUri(text);
    }
    int equals = text.indexOf('=');
    int scheme = text.indexOf("://");
    int colon = text.indexOf(':');
    if (scheme >= 0 && (equals < 0 || scheme < equals)) {
      throw notOurs("begins with " + SafeText.quoted(text.substring(0, scheme + 3)));
    }
    if (colon >= 0 && text.lastIndexOf('@') > colon && (equals < 0 || colon < equals)) {
      // A database or a keyword of this name would be shown, with the password that is in it.
      throw notOurs("looks like a URI without its beginning");
    }
    if (equals >= 0) {
      return KeywordString.parse(text);
    }
    return text.isEmpty() ? Map.of() : Map.of(Keyword.DBNAME, text);
  }

  private static SourceException notOurs(String what) {
    return new SourceException(
        "The connection %s; a URI for PostgreSQL begins with postgresql:// or postgres://."
            .formatted(what));
  }

  /// `ssl=true` is libpq's own concession to JDBC.
  private static Map<Keyword, String> ofUri(String text) throws SourceException {
    var values = new EnumMap<Keyword, String>(Keyword.class);
    for (var part : ConnectionUri.parse(text).entrySet()) {
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
  /// configuration, read in libpq's terms. The driver takes `ssl=true` for verify-full.
  private static Map<Keyword, String> ofJdbcUrl(String text, List<String> warnings)
      throws SourceException {
    boolean isWhole = text.startsWith("postgresql://");
    var values = new EnumMap<Keyword, String>(Keyword.class);
    for (var part :
        ConnectionUri.parse(isWhole ? text : text.replaceFirst(":/?", ":///")).entrySet()) {
      var keyword = Keyword.ofJdbc(part.getKey());
      if (part.getKey().equals("ssl") && !part.getValue().equals("false")) {
        values.put(Keyword.SSLMODE, "verify-full");
      } else if (keyword.isPresent()) {
        values.put(keyword.get(), part.getValue());
      } else {
        warnings.add(
            "The JDBC URL's parameter %s is ignored.".formatted(SafeText.quoted(part.getKey())));
      }
    }
    return values;
  }

  Map<Keyword, String> values() {
    return values;
  }

  /// What was left out of account, one line each.
  List<String> warnings() {
    return warnings;
  }

  /// What the string says under one of libpq's keywords; empty where it leaves that open.
  public String part(String keyword) {
    return Keyword.of(keyword).map(values::get).orElse("");
  }

  /// The same with another value, written as keywords; a blank value leaves it open.
  ///
  /// @param keyword one of libpq's
  public ConnectionString with(String keyword, String value) {
    var changed = new EnumMap<Keyword, String>(Keyword.class);
    changed.putAll(values);
    changed.put(Keyword.of(keyword).orElseThrow(), value.strip());
    changed.values().removeIf(String::isEmpty);
    return new ConnectionString(
        KeywordString.of(changed), KeywordString.of(open(changed)), changed, warnings);
  }

  /// The password that is in it.
  public Optional<String> password() {
    return Optional.ofNullable(values.get(Keyword.PASSWORD)).filter(each -> !each.isEmpty());
  }

  /// As it was given, with all secrets that were in it.
  public String withSecrets() {
    return text;
  }

  /// What may be written to a file: as it was given where that has no secrets; a URI without its
  /// password, or all but the secrets as keywords.
  public String withoutSecrets() {
    return openText;
  }

  private static String withoutSecrets(String text, Map<Keyword, String> values)
      throws SourceException {
    var open = open(values);
    if (open.size() == values.size()) {
      return text;
    }
    var shorter = text.replaceFirst("(://[^@/:]*):[^@/]*@", "$1@");
    return ConnectionUri.isOne(shorter) && ofUri(shorter).equals(open)
        ? shorter
        : KeywordString.of(open);
  }

  private static Map<Keyword, String> open(Map<Keyword, String> values) {
    var open = new EnumMap<Keyword, String>(Keyword.class);
    open.putAll(values);
    open.keySet().removeIf(Keyword::isSecret);
    return open;
  }

  @Override
  public String toString() {
    return openText;
  }
}
