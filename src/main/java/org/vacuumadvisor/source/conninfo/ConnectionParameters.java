package org.vacuumadvisor.source.conninfo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.SourceException;

/// How to reach a server, in libpq's terms. It never prints a password.
public final class ConnectionParameters {
  /// libpq waits for ever; a tool that someone watches should not.
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  private final Map<Keyword, String> values;
  private final Environment environment;
  private final List<HostPort> hosts;
  private final PasswordFile passwordFile;
  private final List<String> warnings;

  private ConnectionParameters(
      Map<Keyword, String> values,
      Environment environment,
      List<HostPort> hosts,
      PasswordFile passwordFile,
      List<String> warnings) {
    this.values = values;
    this.environment = environment;
    this.hosts = hosts;
    this.passwordFile = passwordFile;
    this.warnings = List.copyOf(warnings);
  }

  /// Merges as libpq and psql do: the connection string, then options, then the service, then the
  /// environment, then defaults.
  ///
  /// @param conninfo URI, JDBC URL, keyword string or plain database name; null or empty for none
  /// @param options by libpq keyword; `dbname` may be a connection string, as psql's `-d` may
  public static ConnectionParameters resolve(
      @Nullable String conninfo, Map<String, String> options, Environment environment)
      throws SourceException {
    return resolve(conninfo, options, environment, SocketDirectories.USUAL);
  }

  static ConnectionParameters resolve(
      @Nullable String conninfo,
      Map<String, String> options,
      Environment environment,
      SocketDirectories sockets)
      throws SourceException {
    var layers = new Layers(environment);
    if (conninfo != null && !conninfo.isBlank()) {
      layers.addString(conninfo.strip());
    }
    layers.addOptions(options);
    layers.addService();
    layers.addEnvironment();
    var values = layers.values();
    var hosts =
        HostPort.list(
            values.getOrDefault(Keyword.HOST, ""),
            values.getOrDefault(Keyword.HOSTADDR, ""),
            values.getOrDefault(Keyword.PORT, ""),
            sockets);
    var passwords =
        PasswordFile.read(
            Optional.ofNullable(values.get(Keyword.PASSFILE))
                .filter(file -> !file.isEmpty())
                .map(Path::of)
                .orElseGet(environment::passwordFile));
    List<String> warnings = new ArrayList<>(layers.warnings());
    if (!values.containsKey(Keyword.PASSWORD)) {
      warnings.addAll(passwords.warnings());
    }
    var parameters = new ConnectionParameters(values, environment, hosts, passwords, warnings);
    parameters.check();
    return parameters;
  }

  /// Says now what a connection attempt would only stumble over.
  private void check() throws SourceException {
    var _ = connectTimeout();
    var _ = target();
    var _ = Tls.mode(this);
    if (user().isEmpty()) {
      throw new SourceException("No user name is given or known: set user=NAME, or PGUSER.");
    }
  }

  /// The places to try, in order; at least one.
  public List<HostPort> hosts() {
    return hosts;
  }

  /// The database; as in libpq the user's name unless one is named.
  public String database() {
    return value(Keyword.DBNAME).orElseGet(this::user);
  }

  /// The role; as in libpq the name of the operating system's user unless one is named.
  public String user() {
    return value(Keyword.USER).orElse(environment.userName());
  }

  /// Lines a user should see on stderr: what was ignored, and why.
  public List<String> warnings() {
    return warnings;
  }

  /// The same with another database; passwords are looked up for that one.
  public ConnectionParameters withDatabase(String database) {
    return with(Keyword.DBNAME, database);
  }

  /// The same with a password, which goes before all others.
  public ConnectionParameters withPassword(String password) {
    return with(Keyword.PASSWORD, password);
  }

  /// Whether the connection itself has a password: not the environment, nor the password file.
  public boolean givesPassword() {
    return value(Keyword.PASSWORD).isPresent()
        && !value(Keyword.PASSWORD).equals(environment.variable("PGPASSWORD"));
  }

  /// Whether there is a host for which no password is known: neither given nor in the password
  /// file. Whether one is needed only the server knows: see [Connector#passwordWouldHelp].
  public boolean passwordMissing() {
    return hosts.stream().anyMatch(host -> password(host).isEmpty());
  }

  /// `db.example.com:5432/shop as advisor`: no secrets, safe for a terminal.
  public String describe() {
    return hosts.stream().map(HostPort::describe).collect(Collectors.joining(","))
        + (hosts.getLast().isSocket() ? ", database " : "/")
        + SafeText.of(database())
        + " as "
        + SafeText.of(user());
  }

  @Override
  public String toString() {
    return describe();
  }

  Environment environment() {
    return environment;
  }

  Optional<String> value(Keyword keyword) {
    return Optional.ofNullable(values.get(keyword)).filter(value -> !value.isEmpty());
  }

  /// The password file knows sockets as `localhost`, unless they are in an unusual directory.
  Optional<String> password(HostPort place) {
    var given = value(Keyword.PASSWORD);
    if (given.isPresent()) {
      return given;
    }
    boolean usual = SocketDirectories.USUAL.directories().contains(place.host());
    return passwordFile.password(
        usual ? "localhost" : place.host(), place.port(), database(), user());
  }

  TargetSession target() throws SourceException {
    return TargetSession.of(value(Keyword.TARGET_SESSION_ATTRS).orElse("any"));
  }

  /// Zero waits for ever. As in libpq, a negative number counts as zero.
  Duration connectTimeout() throws SourceException {
    var text = value(Keyword.CONNECT_TIMEOUT);
    if (text.isEmpty()) {
      return CONNECT_TIMEOUT;
    }
    try {
      return Duration.ofSeconds(Math.clamp(Integer.parseInt(text.get().strip()), 0, 86_400));
    } catch (NumberFormatException notNumber) {
      throw new SourceException(
          "connect_timeout=%s is not a whole number of seconds.".formatted(SafeText.of(text.get())),
          notNumber);
    }
  }

  private ConnectionParameters with(Keyword keyword, String value) {
    var changed = new EnumMap<>(values);
    changed.put(keyword, value);
    return new ConnectionParameters(changed, environment, hosts, passwordFile, warnings);
  }
}
