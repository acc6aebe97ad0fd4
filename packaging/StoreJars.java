import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.Deflater;

/// Writes the jars of a folder anew without compression, for an archive compresses them better, and
/// without native code of zstd for other machines. None stays sealed: a class from a cache that has
/// moved knows no jar, and the next one of its package is then refused.
///
/// Use: `java StoreJars.java FOLDER linux/amd64/`
void main(String[] arguments) throws IOException {
  try (var files = Files.walk(Path.of(arguments[0]))) {
    for (var jar : files.filter(each -> each.toString().endsWith(".jar")).toList()) {
      store(jar, arguments[1]);
    }
  }
}

void store(Path jar, String machine) throws IOException {
  var stored = jar.resolveSibling(jar.getFileName() + ".stored");
  try (var input = new JarFile(jar.toFile());
      var output = new JarOutputStream(Files.newOutputStream(stored))) {
    output.setLevel(Deflater.NO_COMPRESSION);
    for (var entry : Collections.list(input.entries())) {
      var name = entry.getName();
      if (!name.contains("libzstd") || name.startsWith(machine)) {
        var copy = new JarEntry(name);
        copy.setTimeLocal(entry.getTimeLocal());
        output.putNextEntry(copy);
        if (name.equals(JarFile.MANIFEST_NAME)) {
          var manifest = input.getManifest();
          manifest.getMainAttributes().remove(Attributes.Name.SEALED);
          manifest.write(output);
        } else {
          input.getInputStream(entry).transferTo(output);
        }
      }
    }
  }
  Files.move(stored, jar, StandardCopyOption.REPLACE_EXISTING);
}
