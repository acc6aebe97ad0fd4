package org.vacuumadvisor.source.conninfo;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.vacuumadvisor.source.SourceException;

/// libpq's rules about TLS, in the driver's properties.
final class Tls {
  private static final String SYSTEM = "system";

  /// How much safety the user may ask for, least first.
  private static final List<String> MODES =
      List.of("disable", "allow", "prefer", "require", "verify-ca", "verify-full");

  private Tls() {}

  /// `prefer` unless told; with the system's certificates nothing below verify-full makes sense.
  static String mode(ConnectionParameters parameters) throws SourceException {
    boolean system = isSystem(parameters);
    var mode = parameters.value(Keyword.SSLMODE).orElse(system ? "verify-full" : "prefer");
    if (!MODES.contains(mode)) {
      throw new SourceException(
          "sslmode=%s is not known; it is one of %s."
              .formatted(SafeText.of(mode), String.join(", ", MODES)));
    }
    if (system && !mode.equals("verify-full")) {
      throw new SourceException(
          "sslmode=%s is too weak for sslrootcert=system, where anybody can have a certificate: use verify-full."
              .formatted(mode));
    }
    return mode;
  }

  private static boolean isSystem(ConnectionParameters parameters) {
    return parameters.value(Keyword.SSLROOTCERT).filter(SYSTEM::equals).isPresent();
  }

  static void configure(ConnectionParameters parameters, HostPort place, Properties properties)
      throws SourceException {
    var mode = place.isSocket() ? "disable" : mode(parameters);
    var root = file(parameters, Keyword.SSLROOTCERT, "root.crt");
    if (mode.equals("require") && Files.exists(root)) {
      mode = "verify-ca";
    }
    properties.setProperty("sslmode", mode);
    if (mode.equals("disable")) {
      return;
    }
    parameters
        .value(Keyword.SSLNEGOTIATION)
        .ifPresent(value -> properties.setProperty("sslNegotiation", value));
    if (isSystem(parameters)) {
      properties.setProperty("sslfactory", "org.postgresql.ssl.DefaultJavaSSLFactory");
      return;
    }
    if (mode.startsWith("verify")) {
      if (!Files.exists(root)) {
        throw new SourceException(
            "The root certificate file %s does not exist, and sslmode=%s needs it. Put the certificate of the server's authority there, name its file with sslrootcert, or use sslrootcert=system."
                .formatted(SafeText.quoted(root.toString()), mode));
      }
      properties.setProperty("sslrootcert", root.toString());
    }
    configureClientCertificate(parameters, properties);
  }

  /// Empty file names keep the driver from looking for files of its own choice. It refuses a key
  /// that others can read.
  private static void configureClientCertificate(
      ConnectionParameters parameters, Properties properties) throws SourceException {
    var certificate = file(parameters, Keyword.SSLCERT, "postgresql.crt");
    var key = file(parameters, Keyword.SSLKEY, "postgresql.key");
    boolean isNamed = parameters.value(Keyword.SSLCERT).isPresent();
    boolean isShown =
        !parameters.value(Keyword.SSLCERTMODE).equals(Optional.of("disable"))
            && (isNamed || Files.exists(certificate));
    for (var each : isShown ? List.of(certificate, key) : List.<Path>of()) {
      if (!Files.exists(each)) {
        throw new SourceException(
            "The client's certificate or key file %s does not exist. Correct sslcert and sslkey, or leave them out."
                .formatted(SafeText.quoted(each.toString())));
      }
    }
    properties.setProperty("sslcert", isShown ? certificate.toString() : "");
    properties.setProperty("sslkey", isShown ? key.toString() : "");
    // Without one the driver would ask at the console.
    properties.setProperty("sslpassword", parameters.value(Keyword.SSLPASSWORD).orElse(""));
  }

  private static Path file(ConnectionParameters parameters, Keyword keyword, String name) {
    return parameters
        .value(keyword)
        .map(Path::of)
        .orElseGet(() -> parameters.environment().certificateFile(name));
  }
}
