package org.vacuumadvisor.source.conninfo;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.vacuumadvisor.source.SourceException;

/// One attempt to open a session with the driver (pgjdbc 42.7), at one endpoint of one place. What
/// the driver is told is named here and nowhere else, and nothing of it stands in a URL: a
/// connection string can neither name a class for it to load nor slip a property in.
///
/// @param endpoint where to knock, as [EndpointSocketFactory] wants it
record Attempt(
    ConnectionParameters parameters, HostPort place, String endpoint, SessionLimits limits) {
  /// The name our sessions go by in `pg_stat_activity`.
  private static final String APPLICATION_NAME = "vacuum-advisor";

  /// `transaction_timeout` (`ERRCODE_TRANSACTION_TIMEOUT`).
  private static final String TRANSACTION_TIMEOUT = "25P04";

  /// What the driver writes to the console on its own, such as a certificate's mismatch, its
  /// exceptions tell as well. A field, because a logger that nobody holds forgets its level.
  private static final Logger LOG = Logger.getLogger("org.postgresql");

  /// What is honoured by the driver under another name.
  private static final Map<Keyword, String> PASSED =
      Map.of(
          Keyword.GSSENCMODE, "gssEncMode",
          Keyword.CHANNEL_BINDING, "channelBinding",
          Keyword.REQUIRE_AUTH, "requireAuth",
          Keyword.KRBSRVNAME, "kerberosServerName");

  /// A read-only, bounded session.
  ///
  /// @param role what the server is to be: `any`, `primary` or `standby`
  /// @throws SQLException if there is none, or it is not what it is to be
  Connection open(String role) throws SQLException, SourceException {
    var session = open();
    if (isKept(session, each -> role.equals("any") || isStandby(each) == role.equals("standby"))) {
      return session;
    }
    throw new SQLException(
        "the server is not what target_session_attrs asks for, but a "
            + (role.equals("standby") ? "primary" : "standby"));
  }

  /// A role's own limit of a transaction may end ours before we have set another; that such a limit
  /// exists shows that the release knows it, and that it may stand among the options.
  private Connection open() throws SQLException, SourceException {
    try {
      return openWith(limits.startupOptions());
    } catch (SQLException ended) {
      if (!TRANSACTION_TIMEOUT.equals(ended.getSQLState())) {
        throw ended;
      }
      return openWith(limits.startupOptions() + " " + limits.transactionOption());
    }
  }

  private Connection openWith(String options) throws SQLException, SourceException {
    var properties = properties();
    // Ours stand last, so they count.
    properties.setProperty(
        "options", parameters.value(Keyword.OPTIONS).map(own -> own + " ").orElse("") + options);
    try {
      var session = connect(properties);
      return isKept(session, this::isBounded) ? session : openPooled();
    } catch (SQLException refused) {
      if (refusesOptions(refused)) {
        return openPooled();
      }
      throw refused;
    }
  }

  /// Whether a session passes a test; if not, it is closed.
  private static boolean isKept(Connection session, Test test) throws SQLException {
    boolean passes = false;
    try {
      passes = test.passes(session);
    } finally {
      if (!passes) {
        session.close();
      }
    }
    return passes;
  }

  private interface Test {
    boolean passes(Connection session) throws SQLException;
  }

  private static boolean isStandby(Connection session) throws SQLException {
    try (var statement = session.createStatement();
        var row = statement.executeQuery("SELECT pg_catalog.pg_is_in_recovery()")) {
      row.next();
      return row.getBoolean(1);
    }
  }

  /// Poolers know only some startup parameters; PgBouncer's words are "unsupported startup
  /// parameter".
  private static boolean refusesOptions(SQLException failure) {
    var message = Objects.requireNonNullElse(failure.getMessage(), "");
    return message.contains("startup parameter") || message.contains("startup option");
  }

  /// A pooler may also swallow the options without a word. A session that has them is ours alone,
  /// and gets the limit that no startup packet may name.
  private boolean isBounded(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT pg_catalog.current_setting('default_transaction_read_only'),"
                    + " pg_catalog.current_setting('lock_timeout'),"
                    + " CASE WHEN pg_catalog.current_setting('lock_timeout') <> '0' THEN "
                    + limits.setTransactionTimeout("false")
                    + " END")) {
      row.next();
      return row.getString(1).equals("on") && !row.getString(2).equals("0");
    }
  }

  /// Through a pooler: no options, and nothing that outlives a transaction.
  private Connection openPooled() throws SQLException, SourceException {
    var pooled = properties();
    pooled.setProperty("prepareThreshold", "0");
    return PooledConnection.over(connect(pooled), limits);
  }

  private static Connection connect(Properties properties) throws SQLException {
    if (LOG.getLevel() == null) {
      LOG.setLevel(Level.OFF);
    }
    return DriverManager.getConnection("jdbc:postgresql:///", properties);
  }

  private Properties properties() throws SourceException {
    var properties = new Properties();
    properties.setProperty("PGHOST", place.isSocket() ? "localhost" : place.host());
    properties.setProperty("PGPORT", Integer.toString(place.port()));
    properties.setProperty("PGDBNAME", parameters.database());
    properties.setProperty("user", parameters.user());
    // An empty one keeps the driver from reading password files by rules of its own.
    properties.setProperty("password", parameters.password(place).orElse(""));
    properties.setProperty("ApplicationName", APPLICATION_NAME);
    properties.setProperty("assumeMinServerVersion", "9.6");
    properties.setProperty("socketFactory", EndpointSocketFactory.class.getName());
    properties.setProperty("socketFactoryArg", endpoint);
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("socketTimeout", Long.toString(limits.silence().toSeconds()));
    properties.setProperty("cancelSignalTimeout", "5");
    var patience = parameters.connectTimeout();
    properties.setProperty("connectTimeout", Long.toString(patience.toSeconds()));
    properties.setProperty("loginTimeout", Long.toString(patience.toSeconds()));
    if (patience.isPositive()) {
      properties.setProperty("sslResponseTimeout", Long.toString(patience.toMillis()));
    }
    properties.setProperty("gssEncMode", "disable");
    PASSED.forEach((keyword, name) ->
        parameters.value(keyword).ifPresent(value -> properties.setProperty(name, value)));
    Tls.configure(parameters, place, properties);
    return properties;
  }

  /// Without the properties, among which is the password.
  @Override
  public String toString() {
    return place.describe();
  }
}
