package org.vacuumadvisor.evidence;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Coverage;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Machinery;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.VacuumMatter;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.model.history.Outcome;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.RelationSize;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ReleaseRange;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Thresholds;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.LoggedWorkload;
import org.vacuumadvisor.workload.Workload;
import org.vacuumadvisor.workload.WorkloadClass;
import org.vacuumadvisor.workload.Workloads;

/// Everything a rule may look at: a survey, an earlier one if there is one, what the applications
/// do, what autovacuum makes of each table, and what logs tell. Of logs alone, the survey is one of
/// a server of which nothing was seen.
public final class Evidence {
  /// Who may hold back the removal of dead rows, the usual one first.
  private static final List<Excerpt.Kind> HOLDERS =
      List.of(
          Excerpt.Kind.SESSIONS,
          Excerpt.Kind.PREPARED_TRANSACTIONS,
          Excerpt.Kind.REPLICATION_SLOTS,
          Excerpt.Kind.STANDBYS);

  /// Of a table that has or had rows one of them counts some.
  private static final List<Key<Long>> COUNTERS =
      List.of(TableKeys.N_DEAD_TUP, TableKeys.N_TUP_INS, TableKeys.N_MOD_SINCE_ANALYZE);

  private final Survey survey;
  private final Optional<Survey> older;
  private final Optional<History> history;
  private final Workloads workloads;
  private final Map<RelationKey, Relation> relations;
  private final Map<RelationKey, Relation> before;

  private final Map<String, List<Relation>> byDatabase;
  private final Triggers triggers;
  private final LoggedRelations logged;
  private final Set<Long> withToast;

  private Evidence(
      Survey survey, Optional<Survey> older, Optional<History> history, Workloads workloads) {
    this.survey = survey;
    this.older = older;
    this.history = history;
    this.workloads = workloads;
    this.logged =
        history.map(each -> LoggedRelations.of(each, survey)).orElse(LoggedRelations.NONE);
    this.withToast =
        Stream.concat(survey.relations().stream(), logged.all())
            .filter(each -> each.kind() == RelationKind.TOAST)
            .flatMap(each -> each.parent().stream())
            .collect(Collectors.toSet());
    this.relations = survey.byKey();
    this.before = older.map(Survey::byKey).orElse(Map.of());
    this.byDatabase =
        survey.relations().stream().collect(Collectors.groupingBy(each -> each.name().database()));
    this.triggers = new Triggers(survey, this::owner);
  }

  /// One survey: figures are sums since the statistics were reset.
  public static Evidence of(Survey survey) {
    return new Evidence(survey, Optional.empty(), Optional.empty(), Workloads.of(survey));
  }

  /// Two surveys of one server: figures are what happened in between.
  public static Evidence between(Survey older, Survey newer) {
    return new Evidence(
        older.takenAt().plusSeconds(60).isAfter(newer.takenAt()) ? newer : unread(older, newer),
        Optional.of(older),
        Optional.empty(),
        Workloads.between(older, newer));
  }

  /// A slot that nobody read at either look, and that has not moved, was not read in between, which
  /// tells something once that is longer than a consumer may be away.
  private static Survey unread(Survey older, Survey newer) {
    var before = older.holders(Slot.class).filter(Slot::isAbandoned).toList();
    return newer.with(
        newer.horizonHolders().stream()
            .map(each ->
                each instanceof Slot slot
                        && slot.isAbandoned()
                        && slot.consumer().goneSince().known().isEmpty()
                        && before.stream().anyMatch(one -> isSame(one, slot))
                    ? slot.goneSince(Reading.of(older.takenAt()))
                    : each)
            .toList());
  }

  private static boolean isSame(Slot one, Slot other) {
    return one.name().equals(other.name())
        && one.reach().equals(other.reach())
        && one.xid().known().equals(other.xid().known())
        && one.wal().restart().isKnown()
        && !other.wal().hasMoved(one.wal());
  }

  /// Logs alone.
  public static Evidence of(History history) {
    return of(history, Coverage.NONE);
  }

  /// Logs within a text that holds no figures besides.
  public static Evidence of(History history, Coverage text) {
    var survey = Survey.unseen(history.releases().latest(), history.to().orElse(Instant.EPOCH));
    return of(survey.with(text)).with(history);
  }

  /// The same, and what logs tell of the server.
  public Evidence with(History told) {
    return new Evidence(aged(named(survey, told), told), older, Optional.of(told), workloads);
  }

  /// Tables that were shown without their schema, with the one that the log has, if it is the only
  /// one of that name.
  private static Survey named(Survey survey, History told) {
    if (survey.relations().stream().noneMatch(each -> each.name().schema().isEmpty())) {
      return survey;
    }
    var schemas =
        told.tables().stream()
            .map(TableHistory::name)
            .filter(each -> !each.schema().isEmpty())
            .collect(
                Collectors.toMap(
                    RelationName::name,
                    RelationName::schema,
                    (one, other) -> one.equals(other) ? one : ""));
    return survey.mapped(each ->
        each.name().schema().isEmpty() && schemas.containsKey(each.name().name())
            ? each.inSchema(schemas.get(each.name().name()))
            : each);
  }

  /// Holders of the very transaction ID at which a vacuum had to end are as old as the log says:
  /// figures that somebody pasted often tell an ID without its age.
  private static Survey aged(Survey survey, History told) {
    var ages =
        held(told)
            .flatMap(run -> Stream.ofNullable(run.cutoff()))
            .collect(
                Collectors.toMap(
                    cutoff -> cutoff.xid(), cutoff -> new XidAge(cutoff.age()), Evidence::older));
    var holders =
        survey.horizonHolders().stream()
            .map(holder ->
                holder
                    .xid()
                    .known()
                    .flatMap(xid -> Optional.ofNullable(ages.get(xid)))
                    .filter(age -> !holder.age().is(own -> !age.exceeds(own)))
                    .map(age -> holder.aged(Reading.of(age)))
                    .orElse(holder))
            .toList();
    return survey.with(holders);
  }

  /// Whether a vacuum that logs tell of had to end at the very transaction ID of a holder.
  public boolean isAtCutoff(HorizonHolder holder) {
    return history.stream()
        .flatMap(Evidence::held)
        .flatMap(run -> Stream.ofNullable(run.cutoffXid()))
        .anyMatch(cutoff -> holder.xid().is(xid -> xid.intValue() == cutoff.intValue()));
  }

  /// How the last vacuum of each table ended whose rows somebody holds.
  private static Stream<Outcome> held(History told) {
    return told.tables().stream()
        .flatMap(table -> table.milestones().hold().stream())
        .map(hold -> hold.last().outcome());
  }

  private static XidAge older(XidAge one, XidAge other) {
    return one.exceeds(other) ? one : other;
  }

  public Survey survey() {
    return survey;
  }

  public Optional<Survey> older() {
    return older;
  }

  /// The texts that the survey was pieced together from; empty where a server was read itself.
  public Optional<Excerpt> excerpt() {
    return survey.coverage().excerpt();
  }

  /// Lines that were not understood though they speak of vacuum's matter, each with its place:
  /// while one is open, nothing may be called fine.
  public Stream<String> unreadMatter() {
    var ofText =
        survey.coverage().pasted().stream()
            .flatMap(text ->
                text.unknown().stream()
                    .filter(each -> VacuumMatter.isIn(each.text()))
                    .map(each -> text.where(each.number()) + ": " + each.text().strip()));
    var ofMessages =
        history.stream()
            .flatMap(told -> told.coverage().examples().stream())
            .filter(each -> VacuumMatter.isIn(each.text()))
            .map(each -> each.place() + ": " + each.text().strip());
    return Stream.concat(ofText, ofMessages);
  }

  /// Whether it is known when the figures were taken; else no sooner than the latest time in them.
  public boolean isClockShown() {
    return excerpt().filter(each -> each.clock() != Excerpt.Clock.SHOWN).isEmpty();
  }

  public boolean isStandby() {
    return survey.server().standby();
  }

  /// The latest of [#releases].
  public Release release() {
    return survey.server().release();
  }

  public ServerSettings settings() {
    return survey.settings();
  }

  public Machinery machinery() {
    return survey.machinery();
  }

  /// The workers of autovacuum that are shown.
  public List<Machinery.Worker> workers() {
    return survey.machinery().workers().or(List.of());
  }

  /// Who holds back the removal of dead rows.
  public List<HorizonHolder> holders() {
    return survey.horizonHolders();
  }

  /// When the figures were true.
  public Instant takenAt() {
    return survey.takenAt();
  }

  /// How long before that something was.
  public Duration ago(Instant time) {
    return Duration.between(time, survey.takenAt());
  }

  public Optional<History> history() {
    return history;
  }

  /// The tables that logs tell of.
  public Stream<TableHistory> histories() {
    return history.stream().flatMap(told -> told.tables().stream());
  }

  /// The messages of one kind that logs tell of.
  public Optional<Occurrences> notices(NoticeKind kind) {
    return history.flatMap(told -> told.notices(kind));
  }

  /// What logs tell of one relation.
  public Optional<TableHistory> history(Relation relation) {
    return logged.history(relation);
  }

  /// What the last vacuum of each table did that logs tell of.
  public List<Run> lastVacuums() {
    return histories().flatMap(each -> each.milestones().latest().stream()).toList();
  }

  /// Whether the server itself was looked at; else all that is known comes from logs.
  public boolean isServerSeen() {
    return survey.coverage().seen();
  }

  /// The releases that the server may be of; more than one only where a paste or logs alone tell of
  /// it.
  public ReleaseRange releases() {
    var one = ReleaseRange.of(survey.server().release());
    return excerpt()
        .map(Excerpt::releases)
        .or(() -> isServerSeen() ? Optional.of(one) : history.map(History::releases))
        .orElse(one);
  }

  /// Whether the server itself was read, so that what is not there does not exist.
  public boolean isReadWhole() {
    return isServerSeen() && excerpt().isEmpty() && !survey.isArchived();
  }

  /// Whether facts of this kind were shown, be it that there are none.
  public boolean shows(Excerpt.Kind kind) {
    return isReadWhole() || excerpt().filter(each -> each.shows(kind)).isPresent();
  }

  /// What would show who may hold back the removal of dead rows, as far as nobody showed it: where
  /// that is much, one statement.
  public List<Question> holdersNotShown() {
    var open =
        HOLDERS.stream()
            .filter(each -> !shows(each))
            .map(each -> Question.named(each.name()))
            .toList();
    return open.size() > 1 && open.contains(Question.SESSIONS) ? List.of(Question.HOLDERS) : open;
  }

  /// The relation that logs tell of: as surveyed, or else with what the logs alone know of it.
  public Relation relation(TableHistory told) {
    return logged.relation(told);
  }

  public Workloads workloads() {
    return workloads;
  }

  /// What applications do to a relation: by the counters, or else by what logs tell.
  public Workload workload(Relation relation) {
    var counted = workloads.of(relation);
    return counted.kind() == WorkloadClass.UNDETERMINED
        ? logged.history(relation).map(this::workload).orElse(counted)
        : counted;
  }

  /// What applications do to a table, by what logs tell.
  public Workload workload(TableHistory table) {
    return LoggedWorkload.of(table, history.orElse(History.EMPTY));
  }

  /// The time between the two surveys.
  public Optional<Duration> window() {
    return older.map(each -> ago(each.takenAt()));
  }

  /// The same relation in the earlier survey.
  public Optional<Relation> before(Relation relation) {
    return Optional.ofNullable(before.get(relation.key()));
  }

  /// The relations of a database; none where it was not surveyed.
  public List<Relation> relations(String database) {
    return byDatabase.getOrDefault(database, List.of());
  }

  /// The relation of that key, if it was surveyed.
  public Optional<Relation> relation(RelationKey key) {
    return Optional.ofNullable(relations.get(key));
  }

  /// The relation of that oid in a database, if it was surveyed. Pasted figures may name a database
  /// of which they show nothing else.
  public Optional<Relation> relation(String database, long oid) {
    var found = survey.database(database);
    return found.isEmpty() && excerpt().isPresent()
        ? survey.relations().stream()
            .filter(each -> each.name().database().equals(database) && each.key().oid() == oid)
            .findFirst()
        : found.flatMap(each -> relation(new RelationKey(each.oid(), oid)));
  }

  /// The table of a TOAST table; the relation itself otherwise.
  public Relation owner(Relation relation) {
    return relation
        .parentKey()
        .filter(_ -> relation.kind() == RelationKind.TOAST)
        .flatMap(key -> relation(key).or(() -> logged.owner(key)))
        .orElse(relation);
  }

  /// What autovacuum makes of the relations.
  Triggers triggers() {
    return triggers;
  }

  /// What autovacuum goes by at this relation.
  public AutovacuumOptions options(Relation relation) {
    return triggers.options(relation);
  }

  /// The size that autovacuum computes with: that of the last vacuum or analyze.
  public static RelationSize sizeOf(Relation relation) {
    return Triggers.sizeOf(relation);
  }

  /// How many dead, inserted and modified rows bring autovacuum to this relation.
  public Thresholds thresholds(Relation relation) {
    return triggers.thresholds(relation);
  }

  /// The thresholds of this relation if some of its own parameters were changed.
  public Thresholds thresholds(Relation relation, Map<String, String> changes) {
    return triggers.thresholds(relation, changes);
  }

  /// The relations of which more rows are dead than autovacuum tolerates, most dead rows first. It
  /// does not come to temporary tables, and a standby has no counters of what is dead.
  public List<Relation> pastVacuumThreshold() {
    return triggers.passed();
  }

  /// Whether a relation is one of these.
  public boolean isPastVacuumThreshold(Relation relation) {
    return triggers.isPassed(relation);
  }

  /// Whether ages alone bring autovacuum to a relation, even where it is switched off; not by an
  /// age that is unknown.
  public boolean isForced(Relation relation) {
    return triggers.isForced(relation);
  }

  /// Whether the server's settings are known, not only its release's defaults.
  public boolean areSettingsShown() {
    return triggers.areSettingsShown();
  }

  /// What is known of one table, for one rule.
  public TableEvidence about(Relation relation) {
    return new TableEvidence(this, relation);
  }

  /// Whether it was pieced together from what somebody showed: what is not in it may still be.
  public boolean isPieced() {
    return excerpt().isPresent();
  }

  /// Whether a table may have a TOAST table that nobody showed. Of a server that was read itself
  /// all are known.
  public boolean mayHaveUnseenToast(Relation table) {
    return (isPieced() || !isServerSeen())
        && table.kind() != RelationKind.TOAST
        && !withToast.contains(table.key().oid());
  }

  /// The indexes of a table: those that were surveyed, and those that only its last vacuum names.
  public Stream<Index> indexes(Relation table) {
    var surveyed = table.indexes();
    return Stream.concat(
        surveyed.stream(),
        history(table).flatMap(told -> told.milestones().latest()).stream()
            .flatMap(LoggedRelations::indexes)
            .filter(
                logged -> surveyed.stream().noneMatch(each -> each.name().equals(logged.name()))));
  }

  /// What is known of one index, for one rule.
  public IndexEvidence about(Relation table, Index index) {
    return new IndexEvidence(this, table, index);
  }

  /// What is known of the server or a database, for one rule.
  public ServerEvidence aboutServer() {
    return new ServerEvidence(this);
  }

  /// All tables: those that were surveyed or shown, and those that only logs tell of.
  public Stream<Relation> tables() {
    return Stream.concat(
        survey.relations().stream(),
        histories().map(logged::relation).filter(each -> !relations.containsKey(each.key())));
  }

  /// Whether a text shows tables, and none of them has a row: the one in question is another, as
  /// where one looks into another database, or at a parent whose rows are in its partitions.
  public boolean areTablesEmpty() {
    return excerpt().filter(each -> each.shows(Excerpt.Kind.TABLES)).isPresent()
        && history.isEmpty()
        && tables()
            .allMatch(each ->
                each.get(TableKeys.N_LIVE_TUP).is(rows -> rows == 0)
                    && COUNTERS.stream().allMatch(key -> each.get(key).or(0L) == 0)
                    && !each.get(TableKeys.RELTUPLES).is(rows -> rows > 0)
                    && !each.heapSize().is(size -> size.count() > 0)
                    && !each.get(TableKeys.XID_AGE).isKnown());
  }

  /// Whether these figures of a relation were read, be it that they are null. Of a server that was
  /// read itself all were that it has.
  public boolean shows(Relation relation, String... columns) {
    return excerpt().filter(each -> !each.shows(relation, columns)).isEmpty();
  }

  /// Transaction IDs given out a second, measured between two surveys.
  public Optional<Double> xidsPerSecond() {
    var seconds = window().map(each -> each.toNanos() / 1e9).filter(each -> each > 0);
    return older
        .flatMap(each -> each.server().nextXid().known())
        .flatMap(from -> survey.server().nextXid().known().map(to -> to - from))
        .filter(used -> used >= 0)
        .flatMap(used -> seconds.map(each -> used / each));
  }
}
