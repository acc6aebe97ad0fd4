package org.vacuumadvisor.cli.program;

import java.util.List;

/// What a run goes by besides its arguments: files and environment variables, as help and manual
/// pages name them.
///
/// @param name a path, or names of variables
/// @param meaning what it says
public record Surroundings(String name, String meaning) {
  /// Files that are read where they exist.
  public static final List<Surroundings> FILES =
      List.of(
          new Surroundings(
              "~/.config/vacuum-advisor/config.toml",
              "Connections by name, defaults, limits, and findings to ignore until a day."),
          new Surroundings(
              "~/.pgpass, pg_service.conf", "Passwords and services, as psql reads them."));

  /// Environment variables.
  public static final List<Surroundings> ENVIRONMENT =
      List.of(
          new Surroundings(
              "VACUUM_ADVISOR_CONFIG", "Another configuration file, or none where it is empty."),
          new Surroundings(
              "VACUUM_ADVISOR_OPTS", "Options of the JVM: -Xmx2g gives more memory than 512 MB."),
          new Surroundings(
              "PGHOST, PGPORT, PGUSER, PGDATABASE, PGSERVICE, PGPASSFILE, PGSSLMODE, …",
              "What a connection leaves open, as in psql."),
          new Surroundings("NO_COLOR, COLUMNS", "Colour and width of a report."));

  /// Where the program is at home; empty in a build that was not told.
  public static String address() {
    return ProgramVersion.line(1);
  }
}
