package org.vacuumadvisor.source.conninfo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Locale;
import java.util.Properties;
import org.vacuumadvisor.source.SourceException;

/// libpq's rules about TLS, in the driver's properties.
final class Tls {
  private static final String SYSTEM = "system";

  /// How much safety the user asks for, least first.
  enum Mode {
    DISABLE,
    ALLOW,
    PREFER,
    REQUIRE,
    VERIFY_CA,
    VERIFY_FULL;

    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private Tls() {}

  /// `prefer` unless told; with the system's certificates nothing below verify-full makes sense.
  static Mode mode(ConnectionParameters parameters) throws SourceException {
    boolean system = parameters.value(Keyword.SSLROOTCERT).filter(SYSTEM::equals).isPresent();
    var label =
        parameters
            .value(Keyword.SSLMODE)
            .orElse(system ? Mode.VERIFY_FULL.label() : Mode.PREFER.label());
    for (var mode : Mode.values()) {
      if (mode.label().equals(label)) {
        if (system && mode != Mode.VERIFY_FULL) {
          throw new SourceException(
              "sslmode=%s is too weak for sslrootcert=system, where anybody can have a certificate: use verify-full."
                  .formatted(label));
        }
        return mode;
      }
    }
    throw new SourceException(
        "sslmode=%s is not known; it is one of disable, allow, prefer, require, verify-ca, verify-full."
            .formatted(SafeText.of(label)));
  }

  static void configure(ConnectionParameters parameters, HostPort place, Properties properties)
      throws SourceException {
    if (place.isSocket()) {
      properties.setProperty("sslmode", Mode.DISABLE.label());
      return;
    }
    var mode = mode(parameters);
    var root = rootCertificate(parameters);
    if (mode == Mode.REQUIRE && Files.exists(root)) {
      mode = Mode.VERIFY_CA;
    }
    properties.setProperty("sslmode", mode.label());
    if (mode == Mode.DISABLE) {
      return;
    }
    parameters
        .value(Keyword.SSLNEGOTIATION)
        .ifPresent(value -> properties.setProperty("sslNegotiation", value));
    if (parameters.value(Keyword.SSLROOTCERT).filter(SYSTEM::equals).isPresent()) {
      properties.setProperty("sslfactory", "org.postgresql.ssl.DefaultJavaSSLFactory");
      return;
    }
    if (mode.compareTo(Mode.VERIFY_CA) >= 0) {
      if (!Files.exists(root)) {
        throw new SourceException(
            "The root certificate file %s does not exist, and sslmode=%s needs it. Put the certificate of the server's authority there, name its file with sslrootcert, or use sslrootcert=system."
                .formatted(SafeText.quoted(root.toString()), mode.label()));
      }
      properties.setProperty("sslrootcert", root.toString());
    }
    configureClientCertificate(parameters, properties);
  }

  private static Path rootCertificate(ConnectionParameters parameters) {
    return parameters
        .value(Keyword.SSLROOTCERT)
        .map(Path::of)
        .orElseGet(() -> parameters.environment().certificateFile("root.crt"));
  }

  /// Empty file names keep the driver from looking for files of its own choice.
  private static void configureClientCertificate(
      ConnectionParameters parameters, Properties properties) throws SourceException {
    properties.setProperty("sslcert", "");
    properties.setProperty("sslkey", "");
    // Without one the driver would ask at the console.
    properties.setProperty("sslpassword", parameters.value(Keyword.SSLPASSWORD).orElse(""));
    if (parameters.value(Keyword.SSLCERTMODE).filter("disable"::equals).isPresent()) {
      return;
    }
    var certificate = file(parameters, Keyword.SSLCERT, "postgresql.crt");
    if (!Files.exists(certificate)) {
      if (parameters.value(Keyword.SSLCERT).isPresent()) {
        throw missing("certificate", certificate);
      }
      return;
    }
    var key = file(parameters, Keyword.SSLKEY, "postgresql.key");
    if (!Files.exists(key)) {
      throw missing("private key", key);
    }
    refuseOpenKey(key);
    properties.setProperty("sslcert", certificate.toString());
    properties.setProperty("sslkey", key.toString());
  }

  private static Path file(ConnectionParameters parameters, Keyword keyword, String name) {
    return parameters
        .value(keyword)
        .map(Path::of)
        .orElseGet(() -> parameters.environment().certificateFile(name));
  }

  private static SourceException missing(String what, Path file) {
    return new SourceException(
        "The client's %s file %s does not exist. Correct sslcert and sslkey, or leave them out."
            .formatted(what, SafeText.quoted(file.toString())));
  }

  private static void refuseOpenKey(Path key) throws SourceException {
    try {
      var permissions = Files.getPosixFilePermissions(key);
      if (permissions.contains(PosixFilePermission.OTHERS_READ)
          || permissions.contains(PosixFilePermission.GROUP_WRITE)
          || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
        throw new SourceException(
            "The private key file %s has group or world access. Set its permissions to u=rw (0600)."
                .formatted(SafeText.quoted(key.toString())));
      }
    } catch (UnsupportedOperationException | IOException unknown) {
      // No such permissions here, or the driver will say why the file cannot be read.
    }
  }
}
