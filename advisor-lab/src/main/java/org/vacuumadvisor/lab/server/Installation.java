package org.vacuumadvisor.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// PostgreSQL's programs of one version, and how they are run on this machine.
sealed interface Installation {
  /// The words that run `initdb`, `pg_ctl` or `postgres`.
  List<String> command(String program, List<String> arguments);

  /// A path of ours as the server sees it.
  String seen(Path path);

  /// A new empty folder that the server may reach.
  Path newWorkspace() throws IOException;

  /// Makes a folder and all in it the server's own.
  void own(Path folder);

  /// Settings without which the server would not run here.
  Map<String, String> settings();

  /// What is made once and then only read.
  Cache cache();

  /// What tells this installation from others.
  String version();

  /// The version that the programs name: `postgres (PostgreSQL) 19rc1 (…)`.
  static String versionOf(Installation programs) {
    var answer = new Command(programs.command("postgres", List.of("--version"))).run();
    return answer.strip().replaceFirst("^postgres \\(PostgreSQL\\) (\\S+).*", "$1");
  }

  /// Programs that need another root directory, because their C library is newer than this
  /// machine's. Only root can run them; there they are nobody.
  ///
  /// @param bin the folder of the programs as seen from within
  record ChangedRoot(String version, Path root, Path bin) implements Installation {
    static ChangedRoot of(Path root, Path bin) {
      return new ChangedRoot(Installation.versionOf(new ChangedRoot("", root, bin)), root, bin);
    }

    @Override
    public List<String> command(String program, List<String> arguments) {
      return Stream.concat(
              Stream.of(
                  "chroot",
                  "--userspec=65534:65534",
                  root.toString(),
                  bin.resolve(program).toString()),
              arguments.stream())
          .toList();
    }

    @Override
    public String seen(Path path) {
      return "/" + root.relativize(path);
    }

    @Override
    public Path newWorkspace() throws IOException {
      var workspace = Files.createTempDirectory(root.resolve("tmp"), "vacuum-advisor-");
      own(workspace);
      return workspace;
    }

    @Override
    public void own(Path folder) {
      Account.giveToNobody(folder);
    }

    /// Such a root has no `/dev/shm`.
    @Override
    public Map<String, String> settings() {
      return Map.of("dynamic_shared_memory_type", "mmap");
    }

    @Override
    public Cache cache() {
      return new Cache(root.resolve("var/cache/vacuum-advisor"));
    }
  }

  /// Programs in a folder of this machine: of an unpacked archive, or of an installation.
  record Unpacked(String version, Path bin, Account account, Cache cache) implements Installation {
    static Unpacked of(Archive archive, Account account) {
      var cache = Cache.of(account);
      var home = cache.get(archive.version(), archive::unpackInto);
      return new Unpacked(archive.version(), home.resolve("bin"), account, cache);
    }

    static Unpacked installed(Path bin, Account account) {
      var nameless = new Unpacked("", bin, account, Cache.of(account));
      return new Unpacked(
          "installed-" + Installation.versionOf(nameless), bin, account, nameless.cache());
    }

    @Override
    public List<String> command(String program, List<String> arguments) {
      return account.command(
          Stream.concat(Stream.of(bin.resolve(program).toString()), arguments.stream()).toList());
    }

    @Override
    public String seen(Path path) {
      return path.toString();
    }

    @Override
    public Path newWorkspace() throws IOException {
      var workspace = Files.createTempDirectory("vacuum-advisor-").toRealPath();
      account.own(workspace);
      return workspace;
    }

    @Override
    public void own(Path folder) {
      account.own(folder);
    }

    @Override
    public Map<String, String> settings() {
      return Map.of();
    }
  }
}
