package org.vacuumadvisor.source.conninfo;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A connection parameter of libpq (18), its environment variable, and what becomes of it here.
enum Keyword {
  SERVICE("PGSERVICE"),
  SERVICEFILE("PGSERVICEFILE"),
  HOST("PGHOST"),
  HOSTADDR("PGHOSTADDR"),
  PORT("PGPORT"),
  DBNAME("PGDATABASE"),
  USER("PGUSER"),
  PASSWORD("PGPASSWORD"),
  PASSFILE("PGPASSFILE"),
  CONNECT_TIMEOUT("PGCONNECT_TIMEOUT"),
  OPTIONS("PGOPTIONS"),
  APPLICATION_NAME("PGAPPNAME"),
  TARGET_SESSION_ATTRS("PGTARGETSESSIONATTRS"),
  LOAD_BALANCE_HOSTS("PGLOADBALANCEHOSTS"),
  CHANNEL_BINDING("PGCHANNELBINDING"),
  REQUIRE_AUTH("PGREQUIREAUTH"),
  GSSENCMODE("PGGSSENCMODE"),
  KRBSRVNAME("PGKRBSRVNAME"),
  SSLMODE("PGSSLMODE"),
  SSLNEGOTIATION("PGSSLNEGOTIATION"),
  SSLROOTCERT("PGSSLROOTCERT"),
  SSLCERT("PGSSLCERT"),
  SSLKEY("PGSSLKEY"),
  SSLPASSWORD(null),
  SSLCERTMODE("PGSSLCERTMODE"),

  SSLCRL("PGSSLCRL", Fate.REFUSED),
  SSLCRLDIR("PGSSLCRLDIR", Fate.REFUSED),
  REQUIREPEER("PGREQUIREPEER", Fate.REFUSED),
  REPLICATION(null, Fate.REFUSED),
  SSL_MIN_PROTOCOL_VERSION("PGSSLMINPROTOCOLVERSION", Fate.REFUSED),
  SSL_MAX_PROTOCOL_VERSION("PGSSLMAXPROTOCOLVERSION", Fate.REFUSED),
  SCRAM_CLIENT_KEY(null, Fate.REFUSED),
  SCRAM_SERVER_KEY(null, Fate.REFUSED),

  CLIENT_ENCODING("PGCLIENTENCODING", Fate.WITHOUT_EFFECT),
  FALLBACK_APPLICATION_NAME(null, Fate.WITHOUT_EFFECT),
  KEEPALIVES(null, Fate.WITHOUT_EFFECT),
  KEEPALIVES_IDLE(null, Fate.WITHOUT_EFFECT),
  KEEPALIVES_INTERVAL(null, Fate.WITHOUT_EFFECT),
  KEEPALIVES_COUNT(null, Fate.WITHOUT_EFFECT),
  TCP_USER_TIMEOUT(null, Fate.WITHOUT_EFFECT),
  SSLCOMPRESSION("PGSSLCOMPRESSION", Fate.WITHOUT_EFFECT),
  SSLSNI("PGSSLSNI", Fate.WITHOUT_EFFECT),
  SSLKEYLOGFILE(null, Fate.WITHOUT_EFFECT),
  GSSLIB("PGGSSLIB", Fate.WITHOUT_EFFECT),
  GSSDELEGATION("PGGSSDELEGATION", Fate.WITHOUT_EFFECT),
  MIN_PROTOCOL_VERSION("PGMINPROTOCOLVERSION", Fate.WITHOUT_EFFECT),
  MAX_PROTOCOL_VERSION("PGMAXPROTOCOLVERSION", Fate.WITHOUT_EFFECT),
  OAUTH_ISSUER(null, Fate.WITHOUT_EFFECT),
  OAUTH_CLIENT_ID(null, Fate.WITHOUT_EFFECT),
  OAUTH_CLIENT_SECRET(null, Fate.WITHOUT_EFFECT),
  OAUTH_SCOPE(null, Fate.WITHOUT_EFFECT);

  /// What we do with a parameter that a user has set.
  enum Fate {
    HONOURED,
    /// It would make the connection safer or other than asked; going on without it would be wrong.
    REFUSED,
    /// Tuning that the driver has no counterpart for, or that has no meaning for reading
    /// statistics.
    WITHOUT_EFFECT
  }

  private static final Map<String, Keyword> BY_LABEL =
      Arrays.stream(values()).collect(Collectors.toMap(Keyword::label, Function.identity()));

  private final @Nullable String variable;
  private final Fate fate;

  Keyword(@Nullable String variable) {
    this(variable, Fate.HONOURED);
  }

  Keyword(@Nullable String variable, Fate fate) {
    this.variable = variable;
    this.fate = fate;
  }

  /// Keywords are matched as libpq does: exactly, in lower case.
  static Optional<Keyword> of(String label) {
    return Optional.ofNullable(BY_LABEL.get(label));
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  Optional<String> variable() {
    return Optional.ofNullable(variable);
  }

  Fate fate() {
    return fate;
  }

  boolean isSecret() {
    return this == PASSWORD || this == SSLPASSWORD || this == OAUTH_CLIENT_SECRET;
  }
}
