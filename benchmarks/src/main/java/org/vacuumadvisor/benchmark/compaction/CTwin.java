package org.vacuumadvisor.benchmark.compaction;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The same algorithms in C. `compaction.c` travels in the jar and is compiled by `cc -O2`, or the
/// compiler that the environment variable `CC` names, when it is first wanted; the library is gone
/// when the program ends.
final class CTwin {
  /// How compaction is done, as `compaction.c` counts it.
  enum Method {
    SORT_BASED(13),
    SORT_FREE(14);

    private final int code;

    Method(int code) {
      this.code = code;
    }
  }

  private static final String SOURCE = "compaction.c";
  private static final long LONGEST_COMPILATION_SECONDS = 60;

  private static final Optional<SymbolLookup> LIBRARY = compiled();
  private static final MethodHandle REPAIR =
      function(
          "repair_pages",
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT));
  private static final MethodHandle RESTORE =
      function(
          "restore_pages",
          FunctionDescriptor.ofVoid(
              ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));

  private CTwin() {}

  /// Whether there is any C to call.
  static boolean isThere() {
    return LIBRARY.isPresent();
  }

  /// Repairs the fragmentation of pages that lie one after the other.
  static void repair(MemorySegment pages, int count, int pageSize, Method method) {
    int result;
    try {
      result = (int) REPAIR.invokeExact(pages, count, pageSize, method.code);
    } catch (Throwable impossible) {
      throw new LinkageError("repair_pages", impossible);
    }
    if (result != 0) {
      throw new IllegalStateException("C finds a page corrupt, error " + result);
    }
  }

  static void restore(MemorySegment pages, MemorySegment originals) {
    try {
      RESTORE.invokeExact(pages, originals, originals.byteSize());
    } catch (Throwable impossible) {
      throw new LinkageError("restore_pages", impossible);
    }
  }

  private static MethodHandle function(String name, FunctionDescriptor type) {
    var linker = Linker.nativeLinker();
    return LIBRARY
        .map(library -> linker.downcallHandle(library.findOrThrow(name), type))
        .orElseGet(() -> MethodHandles.empty(type.toMethodType()));
  }

  /// Empty, with a word on standard error, where nothing compiles C.
  private static Optional<SymbolLookup> compiled() {
    try {
      var folder = Files.createTempDirectory("vacuum-advisor-c");
      try {
        return Optional.of(SymbolLookup.libraryLookup(compile(folder), Arena.global()));
      } finally {
        for (var name : new String[] {SOURCE, library()}) {
          Files.deleteIfExists(folder.resolve(name));
        }
        Files.deleteIfExists(folder);
      }
    } catch (IOException | IllegalArgumentException failure) {
      System.err.println("No C to compare with, only Java is measured: " + failure.getMessage());
      return Optional.empty();
    }
  }

  private static Path compile(Path folder) throws IOException {
    var source = folder.resolve(SOURCE);
    var target = folder.resolve(library());
    try (var text = CTwin.class.getResourceAsStream(SOURCE)) {
      Files.copy(Objects.requireNonNull(text, SOURCE), source);
    }
    var compiler =
        Optional.ofNullable(System.getenv("CC")).filter(cc -> !cc.isBlank()).orElse("cc");
    var process =
        new ProcessBuilder(
                compiler, "-O2", "-shared", "-fPIC", "-o", target.toString(), source.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!process.waitFor(LONGEST_COMPILATION_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(compiler + " takes too long");
      }
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", interrupted);
    }
    if (process.exitValue() != 0) {
      throw new IOException(compiler + " ended with status " + process.exitValue());
    }
    return target;
  }

  private static String library() {
    return System.mapLibraryName("compaction");
  }
}
