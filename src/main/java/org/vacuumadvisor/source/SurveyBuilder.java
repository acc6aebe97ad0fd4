package org.vacuumadvisor.source;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;

/// Builds the model from rows: the one mapping, whatever the source. Row sets may come in any
/// order, one at a time.
public final class SurveyBuilder implements Sink {
  private final ServerMapping server = new ServerMapping();
  private final SettingsMapping settings = new SettingsMapping();
  private final DatabaseMapping databases = new DatabaseMapping();
  private final HorizonMapping horizon = new HorizonMapping();
  private final MachineryMapping machinery = new MachineryMapping();
  private final Map<String, DatabaseRelations> relations = new LinkedHashMap<>();
  private final List<Gap> gaps = new ArrayList<>();

  @Override
  public Consumer<List<@Nullable String>> open(
      Topic topic, @Nullable String database, Columns columns) {
    var rows = mapping(topic, database == null ? "" : database);
    return (List<@Nullable String> cells) -> rows.accept(new Row(columns, cells));
  }

  @Override
  public void gap(Gap gap) {
    gaps.add(gap);
  }

  private Consumer<Row> mapping(Topic topic, String database) {
    return switch (topic) {
      case SERVER -> server::take;
      case SETTINGS -> settings::take;
      case DATABASES -> databases::take;
      case SESSIONS -> {
        machinery.seeSessions();
        yield row -> {
          horizon.takeSession(row);
          machinery.takeSession(row);
        };
      }
      case PREPARED_TRANSACTIONS -> horizon::takePrepared;
      case REPLICATION_SLOTS -> horizon::takeSlot;
      case STANDBYS -> horizon::takeStandby;
      case LOCKS -> machinery::takeLock;
      case VACUUM_PROGRESS -> machinery::takeVacuum;
      case MULTIXACTS -> machinery::takeMultixacts;
      case CHECKPOINTS -> machinery::takeCheckpoints;
      case WAL -> row -> machinery.takeWal(row.count("wal_fpi"));
      case TABLES -> in(database)::takeTable;
      case INDEXES -> in(database)::takeIndex;
      case COLUMNS -> in(database)::takeColumn;
      case FOREIGN_KEYS -> in(database)::takeForeignKey;
      case SIZES -> in(database)::takeSize;
      case SCORES -> row -> machinery.takeScore(database, row);
      case UPDATES -> in(database)::takeUpdate;
      case TUPLES -> in(database)::takeTuples;
      case LEAVES -> in(database)::takeLeaves;
      // Saved with a survey; the model has no use for them.
      case IO, EXTENSIONS -> _ -> {};
    };
  }

  /// What the rows amount to.
  ///
  /// @throws SourceException if they do not say which server they are of, or one we cannot read
  public Survey build() throws SourceException {
    var release = server.release();
    var values = settings.settings(release);
    return survey(server.server(values), server.takenAt(), values, server.hiddenSessions());
  }

  /// What rows amount to that somebody pasted: nothing but them is known of the server.
  ///
  /// @param excerpt what was pasted; the server is read as one of the latest release it may be of
  /// @param takenAt when the figures were true, as far as that is known
  public Survey build(Excerpt excerpt, Instant takenAt) {
    var values = settings.settings(excerpt.releases().latest());
    var survey =
        survey(
            server.excerpted(excerpt.releases().latest(), values),
            takenAt,
            values,
            horizon.hidden());
    return survey.with(survey.coverage().of(excerpt));
  }

  private Survey survey(Server facts, Instant takenAt, ServerSettings values, int hiddenSessions) {
    var surveyed =
        relations.values().stream()
            .filter(DatabaseRelations::hasTables)
            .map(DatabaseRelations::name)
            .collect(Collectors.toSet());
    var known = databases.databases(surveyed);
    var all = relations(facts.blockSize(), values.bool(Setting.TRACK_COUNTS).orElse(true));
    return new Survey(
        facts,
        takenAt,
        values,
        known,
        all,
        horizon.holders(values, facts.standby()),
        machinery.machinery(facts, databases, horizon),
        new CoverageMapping(facts, values)
            .coverage(known, surveyed.size(), hiddenSessions, all, gaps));
  }

  /// The rows read in one database.
  private DatabaseRelations in(String database) {
    return relations.computeIfAbsent(database, DatabaseRelations::new);
  }

  /// All relations. A catalog that all databases share is kept once, as the first of them shows it,
  /// under [RelationKey#SHARED].
  private List<Relation> relations(int blockSize, boolean countersKept) {
    var all = new LinkedHashMap<RelationKey, Relation>();
    for (var database : relations.values()) {
      database.finish(
          databases.oid(database.name()),
          blockSize,
          countersKept,
          relation -> all.putIfAbsent(relation.key(), relation));
    }
    return new ArrayList<>(all.values());
  }
}
