package org.vacuumadvisor.source.conninfo;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A connection parameter of libpq (18) and its environment variable.
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
  TARGET_SESSION_ATTRS("PGTARGETSESSIONATTRS"),
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
  SSLCRL("PGSSLCRL"),
  SSLCRLDIR("PGSSLCRLDIR"),
  REQUIREPEER("PGREQUIREPEER"),
  REPLICATION(null),
  SSL_MIN_PROTOCOL_VERSION("PGSSLMINPROTOCOLVERSION"),
  SSL_MAX_PROTOCOL_VERSION("PGSSLMAXPROTOCOLVERSION"),
  SCRAM_CLIENT_KEY(null),
  SCRAM_SERVER_KEY(null),
  /// Without effect too, but nothing to be shown.
  OAUTH_CLIENT_SECRET(null),
  /// Any other of libpq's: tuning that the driver has no counterpart for, or that has no meaning
  /// for reading statistics.
  WITHOUT_EFFECT(null);

  /// What would make the connection safer or other than asked; going on without it would be wrong.
  static final Set<Keyword> REFUSED = EnumSet.range(SSLCRL, SCRAM_SERVER_KEY);

  private static final Set<String> OTHERS =
      Set.of(
          ("application_name fallback_application_name client_encoding load_balance_hosts"
               + " keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout"
               + " sslcompression sslsni sslkeylogfile gsslib gssdelegation min_protocol_version"
               + " max_protocol_version oauth_issuer oauth_client_id oauth_scope")
              .split(" "));

  private final @Nullable String variable;

  Keyword(@Nullable String variable) {
    this.variable = variable;
  }

  /// Keywords are matched as libpq does: exactly, in lower case.
  static Optional<Keyword> of(String label) {
    return Arrays.stream(values())
        .filter(each -> each != WITHOUT_EFFECT && each.label().equals(label))
        .findFirst()
        .or(() -> OTHERS.contains(label) ? Optional.of(WITHOUT_EFFECT) : Optional.empty());
  }

  /// What the driver calls differently only by case and underscores: `connectTimeout`.
  static Optional<Keyword> ofJdbc(String property) {
    return property.equals("targetServerType")
        ? Optional.of(TARGET_SESSION_ATTRS)
        : Arrays.stream(values())
            .filter(each -> each != WITHOUT_EFFECT)
            .filter(each -> each.name().replace("_", "").equalsIgnoreCase(property))
            .findFirst();
  }

  String label() {
    return this == WITHOUT_EFFECT ? "" : name().toLowerCase(Locale.ROOT);
  }

  Optional<String> variable() {
    return Optional.ofNullable(variable);
  }

  boolean isOfService() {
    return this == SERVICE || this == SERVICEFILE;
  }

  boolean isSecret() {
    return this == PASSWORD || this == SSLPASSWORD || this == OAUTH_CLIENT_SECRET;
  }
}
