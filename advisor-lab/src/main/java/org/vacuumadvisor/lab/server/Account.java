package org.vacuumadvisor.lab.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// As whom a server runs: PostgreSQL refuses to run as root.
enum Account {
  /// An ordinary user, as we are.
  SAME("", false),
  /// We are root; the server runs in a user namespace where it is nobody. Its files remain root's.
  NAMESPACE("unshare -U", false),
  /// We are root where namespaces are forbidden; the server and its files are nobody's.
  NOBODY("setpriv --reuid=65534 --regid=65534 --clear-groups", true);

  private static final Pattern SPACES = Pattern.compile(" ");
  private static final int NOBODYS_ID = 65_534;

  private final String prefix;
  private final boolean handsFilesOver;

  Account(String prefix, boolean handsFilesOver) {
    this.prefix = prefix;
    this.handsFilesOver = handsFilesOver;
  }

  /// The account that works for us.
  static Account ofServers() {
    if (!new Command(List.of("id", "-u")).run().strip().equals("0")) {
      return SAME;
    }
    return Stream.of(NAMESPACE, NOBODY)
        .filter(each -> new Command(each.command(List.of("true"))).succeeds())
        .findFirst()
        .orElseThrow(() ->
            new ServerException(
                "PostgreSQL refuses to run as root, and neither unshare nor setpriv works"
                    + " here: run this as an ordinary user"));
  }

  List<String> command(List<String> words) {
    return Stream.concat(prefix.lines().flatMap(SPACES::splitAsStream), words.stream()).toList();
  }

  /// Whether a server cannot reach what only we may read.
  boolean isAStranger() {
    return handsFilesOver;
  }

  /// Makes a folder and all in it the server's own.
  void own(Path folder) {
    if (handsFilesOver) {
      giveToNobody(folder);
    }
  }

  static void giveToNobody(Path folder) {
    try (var files = Files.walk(folder)) {
      for (var file : (Iterable<Path>) files::iterator) {
        Files.setAttribute(file, "unix:uid", NOBODYS_ID, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(file, "unix:gid", NOBODYS_ID, LinkOption.NOFOLLOW_LINKS);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot hand " + folder + " over to the server", e);
    }
  }
}
