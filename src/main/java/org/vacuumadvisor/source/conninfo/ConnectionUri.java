package org.vacuumadvisor.source.conninfo;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.SourceException;

/// A connection URI, `postgresql://user:password@host1:port1,host2/dbname?sslmode=require`: its
/// parts under libpq's keywords, percent-decoded. No complaint repeats the URI, for it may hold a
/// password.
final class ConnectionUri {
  private static final Pattern FORM =
      Pattern.compile(
          "postgres(?:ql)?://(?:(?<user>[^@/:]*)(?::(?<password>[^@/]*))?@)?"
              + "(?<hosts>[^/?]*)(?:/(?<database>[^?]*))?(?:\\?(?<parameters>.*))?",
          Pattern.DOTALL);

  /// `db:5433` or `[2001:db8::1]:5433`.
  private static final Pattern PLACE =
      Pattern.compile("(?:\\[(?<address>[^\\[\\]]+)]|(?<name>[^:@\\[]*))(?::(?<port>[0-9]*))?");

  private final Map<String, String> parts = new LinkedHashMap<>();

  private ConnectionUri() {}

  static boolean isOne(String text) {
    return FORM.matcher(text).matches();
  }

  static Map<String, String> parse(String text) throws SourceException {
    var uri = FORM.matcher(text);
    if (!uri.matches()) {
      throw complaint("it does not begin with postgresql://");
    }
    var read = new ConnectionUri();
    read.put("user", uri.group("user"));
    read.put("password", uri.group("password"));
    read.readPlaces(uri.group("hosts"));
    var database = uri.group("database");
    if (database != null && database.contains("@") && uri.group("user") == null) {
      throw complaint("there is an @ after the first /");
    }
    read.put("dbname", database);
    var parameters = uri.group("parameters");
    if (parameters != null && !parameters.isEmpty()) {
      read.readParameters(parameters);
    }
    return read.parts;
  }

  private void readPlaces(String text) throws SourceException {
    List<String> hosts = new ArrayList<>();
    List<String> ports = new ArrayList<>();
    for (var each : text.split(",", -1)) {
      var place = PLACE.matcher(each);
      if (!place.matches()) {
        throw complaint(
            each.contains("@")
                ? "there is a second @ before the database name"
                : "a host is written host:port or [IPv6 address]:port, and the port is a number");
      }
      var address = place.group("address");
      hosts.add(address == null ? place.group("name") : address);
      ports.add(place.group("port") == null ? "" : place.group("port"));
    }
    put("host", String.join(",", hosts));
    put("port", ports.stream().allMatch(String::isEmpty) ? "" : String.join(",", ports));
  }

  private void readParameters(String text) throws SourceException {
    for (var parameter : text.split("&", 0)) {
      var sides = parameter.split("=", -1);
      if (sides.length != 2) {
        throw complaint(
            "a parameter after the ? is not written keyword=value (an = in a value is %3D)");
      }
      parts.put(decode(sides[0]), decode(sides[1]));
    }
  }

  private void put(String keyword, @Nullable String encoded) throws SourceException {
    if (encoded != null && !encoded.isEmpty()) {
      parts.put(keyword, decode(encoded));
    }
  }

  /// Other than in forms of the web, a plus is a plus.
  private static String decode(String encoded) throws SourceException {
    String decoded;
    try {
      decoded = URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      throw complaint("a % is not followed by two hexadecimal digits");
    }
    if (decoded.indexOf('\0') >= 0) {
      throw complaint("it contains %00, which no name or password can hold");
    }
    return decoded;
  }

  private static SourceException complaint(String what) {
    return new SourceException(
        "The connection URI cannot be read: "
            + what
            + ". It is written postgresql://user:password@host:port/dbname?keyword=value, and the"
            + " characters @ / : ? % in a user name or password as %40 %2F %3A %3F %25.");
  }
}
