package org.vacuumadvisor.lab.conninfo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/// A self-made certificate and its key, as files in PEM.
record Certificate(Path certificate, Path key) {
  private static final String PASSWORD = "only for tests";

  /// A certificate of its own authority, for `CN=name` and the DNS name.
  static Certificate make(Path folder, String name)
      throws IOException, InterruptedException, GeneralSecurityException {
    var store = folder.resolve(name + ".p12");
    var keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "RSA",
                "-alias",
                name,
                "-dname",
                "CN=" + name,
                "-ext",
                "san=dns:" + name,
                "-ext",
                "bc=ca:true",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    var output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool failed: " + output);
    }
    var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    var certificate = folder.resolve(name + ".crt");
    write(certificate, "CERTIFICATE", keys.getCertificate(name).getEncoded());
    var key = folder.resolve(name + ".key");
    write(key, "PRIVATE KEY", keys.getKey(name, PASSWORD.toCharArray()).getEncoded());
    return new Certificate(certificate, key);
  }

  private static void write(Path file, String what, byte[] encoded) throws IOException {
    var text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
    Files.writeString(
        file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, text, what));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }
}
