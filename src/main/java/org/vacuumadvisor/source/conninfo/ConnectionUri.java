package org.vacuumadvisor.source.conninfo;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.source.SourceException;

/// A connection URI, `postgresql://user:password@host1:port1,host2/dbname?sslmode=require`: its
/// parts under libpq's keywords, percent-decoded. No complaint repeats the URI, for it may hold a
/// password.
final class ConnectionUri {
  private static final String HOW =
      " It is written postgresql://user:password@host:port/dbname?keyword=value, and the characters"
          + " @ / : ? % in a user name or password as %40 %2F %3A %3F %25.";

  private final String text;
  private final Map<String, String> parts = new LinkedHashMap<>();
  private int at;

  private ConnectionUri(String text) {
    this.text = text;
  }

  static boolean isOne(String text) {
    return text.startsWith("postgresql://") || text.startsWith("postgres://");
  }

  static Map<String, String> parse(String text) throws SourceException {
    return new ConnectionUri(text).parse();
  }

  private Map<String, String> parse() throws SourceException {
    at = text.indexOf("://") + 3;
    boolean hasUser = readUser();
    readHosts();
    if (next() == '/') {
      at++;
      var database = until("?");
      if (!hasUser && database.contains("@")) {
        throw complaint("there is an @ after the first /");
      }
      put("dbname", database);
    }
    if (next() == '?') {
      at++;
      readParameters();
    }
    return parts;
  }

  private boolean readUser() throws SourceException {
    int end = at;
    while (end < text.length() && text.charAt(end) != '@' && text.charAt(end) != '/') {
      end++;
    }
    if (end == text.length() || text.charAt(end) == '/') {
      return false;
    }
    var credentials = text.substring(at, end);
    int colon = credentials.indexOf(':');
    put("user", colon < 0 ? credentials : credentials.substring(0, colon));
    put("password", colon < 0 ? "" : credentials.substring(colon + 1));
    at = end + 1;
    return true;
  }

  private void readHosts() throws SourceException {
    List<String> hosts = new ArrayList<>();
    List<String> ports = new ArrayList<>();
    do {
      if (!hosts.isEmpty()) {
        at++;
      }
      hosts.add(next() == '[' ? bracketed() : until(":/?,"));
      var port = "";
      if (next() == ':') {
        at++;
        port = until("/?,");
      }
      if (hosts.getLast().contains("@")) {
        throw complaint("there is a second @ before the database name");
      }
      if (!port.chars().allMatch(c -> c >= '0' && c <= '9')) {
        throw complaint("what stands in the place of the port is not a number");
      }
      ports.add(port);
    } while (next() == ',');
    put("host", String.join(",", hosts));
    put("port", ports.stream().allMatch(String::isEmpty) ? "" : String.join(",", ports));
  }

  private String bracketed() throws SourceException {
    int end = text.indexOf(']', at);
    if (end < 0) {
      throw complaint("an IPv6 address is not closed by ]");
    }
    var address = text.substring(at + 1, end);
    at = end + 1;
    if (address.isEmpty()) {
      throw complaint("an IPv6 address is empty");
    }
    if (":/?,\0".indexOf(next()) < 0) {
      throw complaint("something other than : / ? follows the ] of an IPv6 address");
    }
    return address;
  }

  private void readParameters() throws SourceException {
    while (at < text.length()) {
      var parameter = until("&");
      at++;
      int equals = parameter.indexOf('=');
      if (equals < 0 || parameter.indexOf('=', equals + 1) >= 0) {
        throw complaint(
            "a parameter after the ? is not written keyword=value (an = in a value is %3D)");
      }
      parts.put(decode(parameter.substring(0, equals)), decode(parameter.substring(equals + 1)));
    }
  }

  private void put(String keyword, String encoded) throws SourceException {
    if (!encoded.isEmpty()) {
      parts.put(keyword, decode(encoded));
    }
  }

  private char next() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private String until(String ends) {
    int start = at;
    while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(start, at);
  }

  private static String decode(String encoded) throws SourceException {
    var bytes = encoded.getBytes(StandardCharsets.UTF_8);
    var decoded = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != '%') {
        decoded.write(bytes[i]);
        continue;
      }
      if (i + 2 >= bytes.length
          || !HexFormat.isHexDigit(bytes[i + 1])
          || !HexFormat.isHexDigit(bytes[i + 2])) {
        throw complaint("a % is not followed by two hexadecimal digits");
      }
      int value = HexFormat.fromHexDigit(bytes[++i]) << 4 | HexFormat.fromHexDigit(bytes[++i]);
      if (value == 0) {
        throw complaint("it contains %00, which no name or password can hold");
      }
      decoded.write(value);
    }
    return decoded.toString(StandardCharsets.UTF_8);
  }

  private static SourceException complaint(String what) {
    return new SourceException("The connection URI cannot be read: " + what + "." + HOW);
  }
}
