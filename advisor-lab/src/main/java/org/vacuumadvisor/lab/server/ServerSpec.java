package org.vacuumadvisor.lab.server;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.vacuumadvisor.postgres.Release;

/// What server to start: a release and what differs from PostgreSQL's own defaults.
///
/// @param settings lines of `postgresql.conf`
/// @param initdbOptions further options of `initdb`, such as `--data-checksums`. A server with any
///   gets a data directory of its own making; all others are copies of one per version, and share
///   its system identifier
/// @param port the port to take if it is free, else any free one; 0 if it does not matter
public record ServerSpec(
    Release release, Map<String, String> settings, List<String> initdbOptions, int port) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*");

  public ServerSpec {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    initdbOptions = List.copyOf(initdbOptions);
    settings.keySet().forEach(ServerSpec::requireName);
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("A port lies between 0 and 65535, but this is " + port);
    }
  }

  /// A server for tests: PostgreSQL's defaults, but nothing waits for the disk (`fsync` is off).
  public static ServerSpec of(Release release) {
    return new ServerSpec(release, Map.of("fsync", "off"), List.of(), 0);
  }

  /// The same with a setting of `postgresql.conf`.
  public ServerSpec with(String setting, String value) {
    return with(Map.of(setting, value));
  }

  /// The same with several settings of `postgresql.conf`.
  public ServerSpec with(Map<String, String> more) {
    var all = new LinkedHashMap<>(settings);
    all.putAll(more);
    return new ServerSpec(release, all, initdbOptions, port);
  }

  /// The same with a further option of `initdb`.
  public ServerSpec initializedWith(String option) {
    var all = new ArrayList<>(initdbOptions);
    all.add(option);
    return new ServerSpec(release, settings, all, port);
  }

  /// The same on this port if it is free.
  public ServerSpec preferring(int wanted) {
    return new ServerSpec(release, settings, initdbOptions, wanted);
  }

  private static void requireName(String setting) {
    if (!NAME.matcher(setting).matches()) {
      throw new IllegalArgumentException("'" + setting + "' is not the name of a setting");
    }
  }
}
