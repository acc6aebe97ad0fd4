package org.vacuumadvisor.lab.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// PostgreSQL's programs of one version, and how they are run on this machine.
sealed interface Installation permits Unpacked, ChangedRoot {
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
}
