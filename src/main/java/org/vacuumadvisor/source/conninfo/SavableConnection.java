package org.vacuumadvisor.source.conninfo;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.source.SourceException;

/// A connection string in two parts: what may be written to a file, and the password, which may
/// not.
///
/// @param conninfo the string without any secret, in the form it was given if that can be
/// @param password the password that was in it
public record SavableConnection(String conninfo, Optional<String> password) {

  /// Takes a connection string apart.
  ///
  /// @throws SourceException if the string cannot be read: then nobody knows what in it is secret
  public static SavableConnection of(String conninfo) throws SourceException {
    var text = conninfo.strip();
    var all = ConnectionString.parse(text).values();
    var open = new EnumMap<Keyword, String>(Keyword.class);
    all.forEach((keyword, value) -> {
      if (!keyword.isSecret()) {
        open.put(keyword, value);
      }
    });
    var password = Optional.ofNullable(all.get(Keyword.PASSWORD)).filter(each -> !each.isEmpty());
    if (open.size() == all.size()) {
      return new SavableConnection(text, password);
    }
    var shorter = ConnectionUri.isOne(text) ? cut(text) : "";
    return new SavableConnection(meansTheSame(shorter, open) ? shorter : written(open), password);
  }

  @Override
  public String toString() {
    return conninfo;
  }

  private static boolean meansTheSame(String text, Map<Keyword, String> wanted) {
    if (text.isEmpty()) {
      return false;
    }
    try {
      return ConnectionString.parse(text).values().equals(wanted);
    } catch (SourceException _) {
      return false;
    }
  }

  /// The URI without `:password` before the `@` and without secret parameters.
  private static String cut(String uri) {
    int start = uri.indexOf("://") + 3;
    int at = start;
    while (at < uri.length() && uri.charAt(at) != '@' && uri.charAt(at) != '/') {
      at++;
    }
    int colon = uri.indexOf(':', start);
    boolean hasPassword = at < uri.length() && uri.charAt(at) == '@' && colon >= 0 && colon < at;
    var rest = hasPassword ? uri.substring(0, colon) + uri.substring(at) : uri;
    int query = rest.indexOf('?');
    if (query < 0) {
      return rest;
    }
    var kept =
        Arrays.stream(rest.substring(query + 1).split("&"))
            .filter(parameter -> !isSecret(parameter))
            .collect(Collectors.joining("&"));
    return rest.substring(0, query) + (kept.isEmpty() ? "" : "?" + kept);
  }

  private static boolean isSecret(String parameter) {
    int equals = parameter.indexOf('=');
    var name = equals < 0 ? parameter : parameter.substring(0, equals);
    return Keyword.of(URLDecoder.decode(name, StandardCharsets.UTF_8))
        .filter(Keyword::isSecret)
        .isPresent();
  }

  /// As a keyword string.
  static String written(Map<Keyword, String> values) {
    return values.entrySet().stream()
        .map(each -> each.getKey().label() + "=" + quoted(each.getValue()))
        .collect(Collectors.joining(" "));
  }

  private static String quoted(String value) {
    boolean isPlain =
        !value.isEmpty() && value.chars().noneMatch(c -> c <= ' ' || c == '\'' || c == '\\');
    return isPlain ? value : "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
