import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/// Puts DuckDB's native code for this platform beside its jar and leaves the code for all platforms
/// out of the jar. From the jar, each start would unpack 60 MB to the folder for temporary files,
/// and leave them there when it is killed; beside the jar, the driver loads it where it is.
///
/// Use: `java UnpackDuckDb.java duckdb_jdbc.jar`. A jar without native code stays as it is.
final class UnpackDuckDb {
  private static final String NATIVE = "libduckdb_java.so_";

  private UnpackDuckDb() {}

  public static void main(String[] arguments) throws IOException {
    var jar = Path.of(arguments[0]);
    var without = jar.resolveSibling(jar.getFileName() + ".without");
    try (var input = new JarFile(jar.toFile())) {
      var ours = input.getEntry(NATIVE + platform());
      if (ours == null) {
        return;
      }
      try (InputStream code = input.getInputStream(ours)) {
        Files.copy(code, jar.resolveSibling(ours.getName()), StandardCopyOption.REPLACE_EXISTING);
      }
      try (var output = new JarOutputStream(Files.newOutputStream(without))) {
        for (var entry : Collections.list(input.entries())) {
          if (!entry.getName().startsWith(NATIVE)) {
            var copy = new JarEntry(entry.getName());
            copy.setTimeLocal(entry.getTimeLocal());
            output.putNextEntry(copy);
            input.getInputStream(entry).transferTo(output);
          }
        }
      }
    }
    Files.move(without, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  /// As the driver calls it (`DuckDBNative.nativeLibName`).
  private static String platform() {
    var system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    var machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    boolean isArm = machine.equals("aarch64") || machine.equals("arm64");
    if (system.contains("mac")) {
      return "osx_universal";
    }
    return (system.contains("windows") ? "windows_" : "linux_") + (isArm ? "arm64" : "amd64");
  }
}
