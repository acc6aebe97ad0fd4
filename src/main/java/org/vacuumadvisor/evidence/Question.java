package org.vacuumadvisor.evidence;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.vacuumadvisor.catalogue.Catalogue;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.postgres.Identifiers;

/// What would settle something that the evidence leaves open: a statement whose result to paste, or
/// another place to look.
///
/// @param what what is missing, in a few words
/// @param ask the statement, or what to bring in words
/// @param view what the statement reads, or what else shows it
/// @param isSql whether `ask` is a statement
public record Question(String what, String ask, String view, boolean isSql) {
  /// Rules ask for the same keys of every table.
  private static final Map<Key<?>, Question> SHOWING = new ConcurrentHashMap<>();

  private static final Pattern STATEMENT = Pattern.compile("(?:SELECT|SHOW|VACUUM|GRANT) ");

  public static final Question SESSIONS = named("SESSIONS");
  public static final Question SLOTS = named("REPLICATION_SLOTS");
  public static final Question PREPARED = named("PREPARED_TRANSACTIONS");
  public static final Question STANDBYS = named("STANDBYS");
  public static final Question SETTINGS = named("SETTINGS");
  public static final Question RELEASE = named("RELEASE");
  public static final Question TABLES = named("TABLES");
  public static final Question CLASSES = named("CLASSES");
  public static final Question INDEXES = named("INDEXES");
  public static final Question DATABASE_AGES = named("DATABASE_AGES");
  public static final Question WORKERS = named("WORKERS");
  public static final Question PROGRESS = named("PROGRESS");
  public static final Question RESET = named("RESET");
  public static final Question LOG = named("LOG");
  public static final Question CANCELLED = named("CANCELLED");
  public static final Question BLOCKERS = named("BLOCKERS");
  public static final Question PREPARED_LOCKS = named("PREPARED_LOCKS");

  /// Who holds back the horizon, without vacuums, whose snapshots others ignore, and slots that
  /// lost their WAL. Pasted, its answer is read.
  public static final Question HOLDERS = named("HOLDERS");

  /// The figures of two moments.
  public static final Question SAMPLE = named("SAMPLE");

  /// One setting of the server.
  public static Question setting(String parameter) {
    return new Question(parameter, "SHOW " + parameter, "pg_settings", true);
  }

  /// What a vacuum itself says of the rows it leaves.
  public static Question verbose(RelationName name) {
    return of("VERBOSE", name.sql());
  }

  /// The space of a table, by reading it whole.
  public static Question exactSpace(RelationName name) {
    return of("SPACE", name.sql());
  }

  /// The statement that shows a figure of a table.
  public static Question showing(Key<?> key) {
    return SHOWING.computeIfAbsent(
        key, _ -> Catalogue.asking(key.view()).map(ask -> of(ask, key.label())).orElse(TABLES));
  }

  /// A question of the catalogue.
  public static Question named(String name) {
    return of(name, "");
  }

  /// A question of the catalogue about one thing.
  ///
  /// @param sql the thing as SQL has it, quoted
  public static Question of(String name, String sql) {
    return of(Catalogue.question(name), sql);
  }

  private static Question of(Catalogue.Ask ask, String of) {
    var text = ask.text().replace("{sql}", of).replace("{literal}", Identifiers.quotedLiteral(of));
    return new Question(
        ask.what().replace("%s", of), text, ask.view(), STATEMENT.matcher(text).lookingAt());
  }
}
