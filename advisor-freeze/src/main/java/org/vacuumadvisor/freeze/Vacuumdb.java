package org.vacuumadvisor.freeze;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.model.RelationName;

/// A `vacuumdb` command line that freezes. The age options need a client of PostgreSQL 12 or later.
///
/// @param minXidAge `--min-xid-age`; 0 for none
/// @param minMultixactAge `--min-mxid-age`; 0 for none. With both, vacuumdb takes what is past
///   both, so a plan gives one command for each
/// @param only `-t`; empty: all tables of the database
public record Vacuumdb(
    String database, long minXidAge, long minMultixactAge, int jobs, List<RelationName> only) {
  public Vacuumdb {
    only = List.copyOf(only);
  }

  /// Its words, none quoted for a shell.
  public List<String> words() {
    var words = new ArrayList<>(List.of("vacuumdb", "--freeze"));
    if (minXidAge > 0) {
      words.addAll(List.of("--min-xid-age", Long.toString(minXidAge)));
    }
    if (minMultixactAge > 0) {
      words.addAll(List.of("--min-mxid-age", Long.toString(minMultixactAge)));
    }
    words.addAll(List.of("-j", Integer.toString(jobs)));
    only.forEach(each -> words.addAll(List.of("-t", each.sql())));
    words.addAll(databaseWords());
    return words;
  }

  /// Its words, quoted for a POSIX shell where it is needed.
  public List<String> shellWords() {
    return words().stream().map(Vacuumdb::quoted).toList();
  }

  /// As one line for a POSIX shell.
  public String line() {
    return String.join(" ", shellWords());
  }

  /// libpq takes a name with `=` in it, or one like a URI, for a whole connection string.
  private List<String> databaseWords() {
    boolean isPlain = database.matches("[A-Za-z0-9_][A-Za-z0-9_.-]*");
    return isPlain
        ? List.of(database)
        : List.of("-d", "dbname='" + database.replace("\\", "\\\\").replace("'", "\\'") + "'");
  }

  /// A word that a POSIX shell reads as it is.
  static String quoted(String word) {
    return word.matches("[A-Za-z0-9_.,/:@+=-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
