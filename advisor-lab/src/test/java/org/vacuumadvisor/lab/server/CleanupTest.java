package org.vacuumadvisor.lab.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.postgres.Release;

/// What remains of a server when the program that started it ends without closing it.
class CleanupTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Release RELEASE = Releases.underTest().getLast();

  @TempDir private Path folder;

  @BeforeEach
  void needsAUnixShell() {
    assumeTrue(Platform.isUnix(), "the watchdog is a shell script");
  }

  /// A program and its server.
  private record Tenancy(Process program, Path data, long server) {
    static Tenancy begin(ProcessBuilder builder) throws IOException {
      return of(builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    static Tenancy of(Process program) throws IOException {
      var line = program.inputReader().readLine();
      assertTrue(line != null, "the program died before its server was up");
      var data = Path.of(String.valueOf(line));
      return new Tenancy(program, data, postmaster(data));
    }

    void signal(String signal, String target) {
      new Command(List.of("kill", "-s", signal, "--", target)).run();
    }

    void awaitNothingLeft() throws InterruptedException {
      assertTrue(program.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS), "the program lives on");
      var workspace = data.resolveSibling("");
      var deadline = System.nanoTime() + PATIENCE.toNanos();
      while (Files.exists(workspace) || ProcessHandle.of(server).isPresent()) {
        if (System.nanoTime() > deadline) {
          fail("Server " + server + " or " + workspace + " is still there");
        }
        Thread.sleep(20);
      }
    }
  }

  @Test
  void nothingIsLeftWhenTheProgramIsKilled() throws IOException, InterruptedException {
    var tenancy = Tenancy.begin(java(classPath(), RELEASE));

    tenancy.signal("KILL", Long.toString(tenancy.program().pid()));

    tenancy.awaitNothingLeft();
  }

  @Test
  void nothingIsLeftWhenTheProgramExits() throws IOException, InterruptedException {
    var tenancy = Tenancy.begin(java(classPath(), RELEASE));

    tenancy.program().getOutputStream().close();

    tenancy.awaitNothingLeft();
    assertEquals(0, tenancy.program().exitValue());
  }

  /// What a terminal does: the signal goes to all processes in the foreground.
  @ParameterizedTest
  @ValueSource(strings = {"INT", "HUP"})
  void nothingIsLeftWhenTheTerminalInterrupts(String signal)
      throws IOException, InterruptedException {
    assumeTrue(Platform.has("setsid"), "there is no setsid to make a process group with");
    assumeFalse(isIgnored(signal), "we were started deaf to the signal, and so are our children");
    var builder = java(classPath(), RELEASE);
    builder.command().addFirst("setsid");
    var tenancy = Tenancy.begin(builder);

    tenancy.signal(signal, "-" + tenancy.program().pid());

    tenancy.awaitNothingLeft();
  }

  /// Whoever runs in the background, or under `nohup`, ignores such signals, and hands that on.
  private static boolean isIgnored(String signal) throws IOException {
    var status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    try (var lines = Files.lines(status)) {
      long ignored =
          lines
              .filter(line -> line.startsWith("SigIgn:"))
              .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
              .sum();
      return (ignored & (signal.equals("HUP") ? 0b01 : 0b10)) != 0;
    }
  }

  @Test
  void nothingIsLeftOfAnOrdinaryUsersServer() throws IOException, InterruptedException {
    assumeTrue(isRoot(), "we are an ordinary user: all other tests show it");
    assumeTrue(Platform.has("setpriv"), "there is no setpriv to become an ordinary user with");
    var builder = java(classPathFor(folder), Release.V18);
    builder
        .command()
        .addAll(0, List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
    builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    Account.giveToNobody(folder);
    var tenancy = Tenancy.begin(builder);
    assertEquals(65_534, Files.getAttribute(tenancy.data(), "unix:uid"));

    tenancy.signal("KILL", Long.toString(tenancy.program().pid()));

    tenancy.awaitNothingLeft();
  }

  @Test
  void aServerOfRootsIsNobodysWhereNamespacesAreForbidden() throws Exception {
    assumeTrue(isRoot(), "we are an ordinary user");
    assumeTrue(Platform.has("setpriv"), "there is no setpriv to become an ordinary user with");
    var binaries = new LocalBinaries(Archives.found(), Account.NOBODY);
    Path data;
    try (var server = binaries.start(ServerSpec.of(Release.V18))) {
      data = server.dataDirectory();

      assertEquals(65_534, Files.getAttribute(data, "unix:uid"));
      server.restart();
      assertEquals("1", Sql.value(server, "SELECT 1"));
    }
    assertFalse(Files.exists(data.resolveSibling("")));
  }

  @Test
  void twoProgramsMayUnpackTheSameArchiveAtOnce() throws IOException, InterruptedException {
    var one = java(classPath(), Release.V18);
    var other = java(classPath(), Release.V18);
    one.environment().put("XDG_CACHE_HOME", folder.toString());
    other.environment().put("XDG_CACHE_HOME", folder.toString());
    var early = one.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var late = other.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    for (var tenancy : List.of(Tenancy.of(early), Tenancy.of(late))) {
      tenancy.program().destroyForcibly();
      tenancy.awaitNothingLeft();
    }
  }

  @Test
  void closingCleansUpEvenIfTheWatchdogWasKilled() throws IOException {
    var server = PostgresServer.start(ServerSpec.of(RELEASE));
    var workspace = server.dataDirectory().resolveSibling("");
    var pid = postmaster(server.dataDirectory());
    var watchdog = watchdogOf(workspace);
    watchdog.destroyForcibly();
    watchdog.onExit().join();

    server.close();

    assertFalse(Files.exists(workspace));
    assertTrue(ProcessHandle.of(pid).isEmpty());
  }

  private static long postmaster(Path data) throws IOException {
    return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).getFirst());
  }

  private static ProcessHandle watchdogOf(Path workspace) {
    return ProcessHandle.current()
        .children()
        .filter(child ->
            List.of(child.info().arguments().orElse(new String[0])).contains(workspace.toString()))
        .findFirst()
        .orElseThrow();
  }

  private static ProcessBuilder java(String classPath, Release release) {
    var words =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    Stream.of("vacuumadvisor.binaries", "vacuumadvisor.postgres19.root")
        .map(name -> "-D" + name + "=" + System.getProperty(name, ""))
        .forEach(words::add);
    words.addAll(List.of("-cp", classPath, Tenant.class.getName(), release.major()));
    return Command.builder(words);
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }

  /// A copy of our class path that everybody may read.
  private static String classPathFor(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    var copies = new ArrayList<Path>();
    for (var entry : classPath().split(File.pathSeparator, -1)) {
      var copy = folder.resolve(copies.size() + (entry.endsWith(".jar") ? ".jar" : ""));
      if (Files.exists(Path.of(entry))) {
        Folders.copy(Path.of(entry), copy);
        copies.add(copy);
      }
    }
    return copies.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private static boolean isRoot() {
    return new Command(List.of("id", "-u")).run().strip().equals("0");
  }
}
