package org.vacuumadvisor.postgres;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.vacuumadvisor.unit.Texts;

/// Who runs the server, as far as its settings and its version text give it away. The vendors'
/// documentation is the source; only [#PLAIN] is PostgreSQL's own word.
public enum Provider {
  // The order is that of detection: the special before the general.
  AURORA("Amazon Aurora", "aurora. aurora_ apg_", HowToSet.PARAMETER_GROUP),
  RDS("Amazon RDS", "rds.", HowToSet.PARAMETER_GROUP),
  ALLOYDB("AlloyDB", "alloydb. google_columnar_engine.", HowToSet.DATABASE_FLAG),
  CLOUD_SQL("Google Cloud SQL", "cloudsql.", HowToSet.DATABASE_FLAG),
  AZURE("Azure Database for PostgreSQL", "azure.", HowToSet.SERVER_PARAMETER),
  NEON("Neon", "neon.", HowToSet.ALTER_ROLE_OR_DATABASE),
  SUPABASE("Supabase", "supautils. supabase.", HowToSet.PROVIDER_TOOL),
  /// Not a managed service we know: settings are the user's to change.
  PLAIN("PostgreSQL", "", HowToSet.ALTER_SYSTEM);

  private final String label;

  /// What names of settings begin with, with spaces between.
  private final String prefixes;

  private final HowToSet way;

  Provider(String label, String prefixes, HowToSet way) {
    this.label = label;
    this.prefixes = prefixes;
    this.way = way;
  }

  /// Of a server whose settings have these names and whose `version()` is this text. What is not
  /// known may be left empty.
  public static Provider detect(Collection<String> settingNames, String version) {
    String text = version.toLowerCase(Locale.ROOT);
    return Stream.of(values())
        .filter(each -> settingNames.stream().anyMatch(each::owns))
        .findFirst()
        .orElseGet(
            () -> Stream.of(values()).filter(each -> each.isIn(text)).findFirst().orElse(PLAIN));
  }

  /// What people call it.
  public String label() {
    return label;
  }

  public boolean isManaged() {
    return this != PLAIN;
  }

  private static final Set<Provider> NAMED_IN_VERSION = Set.of(AURORA, ALLOYDB, NEON);

  private static final Texts TUNERS = Texts.beside(Provider.class, "tuners.txt");

  private static final Set<Setting> AUTOVACUUM_OF_AZURE =
      Set.of(
          Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
          Setting.AUTOVACUUM_VACUUM_THRESHOLD,
          Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR,
          Setting.AUTOVACUUM_VACUUM_COST_DELAY,
          Setting.AUTOVACUUM_ANALYZE_SCALE_FACTOR);

  private static final Set<Setting> AUTOVACUUM_OF_RDS =
      Set.of(
          Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
          Setting.AUTOVACUUM_VACUUM_COST_DELAY,
          Setting.AUTOVACUUM_WORK_MEM,
          Setting.AUTOVACUUM_NAPTIME,
          Setting.AUTOVACUUM_MAX_WORKERS);

  /// What Supabase's configuration takes of the settings that only a server can have.
  private static final Set<Setting> TAKEN_BY_SUPABASE =
      Set.of(
          Setting.AUTOVACUUM_MAX_WORKERS,
          Setting.AUTOVACUUM_WORK_MEM,
          Setting.LOG_AUTOVACUUM_MIN_DURATION,
          Setting.LOG_CHECKPOINTS,
          Setting.LOG_LOCK_WAITS,
          Setting.MAX_SLOT_WAL_KEEP_SIZE,
          Setting.MAX_WAL_SIZE,
          Setting.SHARED_BUFFERS);

  /// What of the provider's own changes this setting while the server runs, and so may override
  /// what was set; empty where nothing does. The vendors' documentation is the source.
  public Optional<String> tunerOf(Setting setting) {
    var tuned = this == AZURE ? AUTOVACUUM_OF_AZURE : AUTOVACUUM_OF_RDS;
    return TUNERS.ifAny(name()).filter(_ -> tuned.contains(setting)).map(Texts.Text::sentences);
  }

  /// How a server setting is changed here.
  public HowToSet howToSet(Setting setting, Release release) {
    return switch (setting.context(release)) {
      case INTERNAL -> HowToSet.NOT_POSSIBLE;
      case POSTMASTER, SIGHUP, SUPERUSER_BACKEND, BACKEND, SUPERUSER ->
          way == HowToSet.ALTER_ROLE_OR_DATABASE || isLeftOut(setting)
              ? HowToSet.NOT_POSSIBLE
              : way;
      case USER -> way;
    };
  }

  private boolean isLeftOut(Setting setting) {
    return this == SUPABASE && !TAKEN_BY_SUPABASE.contains(setting);
  }

  private boolean owns(String name) {
    return !prefixes.isEmpty() && Stream.of(prefixes.split(" ")).anyMatch(name::startsWith);
  }

  private boolean isIn(String version) {
    return NAMED_IN_VERSION.contains(this) && version.contains(name().toLowerCase(Locale.ROOT));
  }
}
