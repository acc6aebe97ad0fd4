package org.vacuumadvisor.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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
