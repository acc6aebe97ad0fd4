import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/// Rewrites the classes of a jar that are older than class-file version 50 as version 52, with
/// stack maps. The JVM's class caches leave older ones out, and loading picocli from its jar
/// (version 49) is then a third of the start of the program.
///
/// Use: `java RaiseClassVersion.java some.jar`. A jar without such classes stays as it is.
final class RaiseClassVersion {
  private static final ClassTransform RAISED =
      ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)
          .andThen((builder, element) -> {
            if (element instanceof ClassFileVersion) {
              builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
            } else {
              builder.with(element);
            }
          });

  private RaiseClassVersion() {}

  public static void main(String[] arguments) throws IOException {
    var jar = Path.of(arguments[0]);
    var raised = jar.resolveSibling(jar.getFileName() + ".raised");
    try (var input = new JarFile(jar.toFile())) {
      if (input.stream().noneMatch(entry -> isOld(entry, read(input, entry)))) {
        return;
      }
      try (var output = new JarOutputStream(Files.newOutputStream(raised))) {
        for (var entry : Collections.list(input.entries())) {
          var copy = new JarEntry(entry.getName());
          copy.setTimeLocal(entry.getTimeLocal());
          output.putNextEntry(copy);
          output.write(raise(input, entry));
        }
      }
    }
    Files.move(raised, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] raise(JarFile jar, JarEntry entry) {
    var bytes = read(jar, entry);
    if (!isOld(entry, bytes)) {
      return bytes;
    }
    var classes =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(
                        type -> {
                          var name = type.descriptorString();
                          var found = jar.getEntry(name.substring(1, name.length() - 1) + ".class");
                          try {
                            return found == null ? null : jar.getInputStream(found);
                          } catch (IOException failure) {
                            throw new UncheckedIOException(failure);
                          }
                        })
                    .orElse(ClassHierarchyResolver.defaultResolver())));
    return classes.transformClass(classes.parse(bytes), RAISED);
  }

  private static boolean isOld(JarEntry entry, byte[] bytes) {
    return entry.getName().endsWith(".class") && bytes[7] < ClassFile.JAVA_6_VERSION;
  }

  private static byte[] read(JarFile jar, JarEntry entry) {
    try (var stream = jar.getInputStream(entry)) {
      return stream.readAllBytes();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
