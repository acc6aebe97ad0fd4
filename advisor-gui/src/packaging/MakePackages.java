import java.io.IOException;
import java.nio.file.Path;

/// Starts `package.sh` with the JDK that runs this: Maven itself may run on an older one.
void main(String[] arguments) throws IOException, InterruptedException {
  var root = Path.of(arguments[0]).toAbsolutePath().normalize();
  var script = root.resolve("advisor-gui/src/packaging/package.sh");
  var packaging =
      new ProcessBuilder(
              "sh",
              script.toString(),
              System.getProperty("java.home"),
              root.toString(),
              arguments[1])
          .inheritIO();
  System.exit(packaging.start().waitFor());
}
