package org.vacuumadvisor.source.conninfo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.SourceException;

/// How to reach a server, in libpq's terms. It never prints a password.
public final class ConnectionParameters {
  /// libpq waits for ever; a tool that someone watches should not.
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /// Java's TLS is 1.2 or 1.3, so these ask for nothing that is not so anyway.
  private static final Map<Keyword, Set<String>> HARMLESS =
      Map.of(
          Keyword.SSL_MIN_PROTOCOL_VERSION, Set.of("TLSv1", "TLSv1.1", "TLSv1.2"),
          Keyword.SSL_MAX_PROTOCOL_VERSION, Set.of("TLSv1.3"));

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
    return resolve(conninfo, options, environment, HostPort.SOCKETS);
  }

  static ConnectionParameters resolve(
      @Nullable String conninfo,
      Map<String, String> options,
      Environment environment,
      List<String> sockets)
      throws SourceException {
    List<String> warnings = new ArrayList<>();
    var values = merged(conninfo, options, environment, warnings);
    refuseWhatCannotBe(values);
    var hosts =
        HostPort.list(
            values.getOrDefault(Keyword.HOST, ""),
            values.getOrDefault(Keyword.HOSTADDR, ""),
            values.getOrDefault(Keyword.PORT, ""),
            sockets);
    var passwords =
        PasswordFile.read(
            setting(values, Keyword.PASSFILE, environment)
                .map(Path::of)
                .orElseGet(environment::passwordFile));
    if (!values.containsKey(Keyword.PASSWORD)) {
      passwords.warning().ifPresent(warnings::add);
    }
    var parameters = new ConnectionParameters(values, environment, hosts, passwords, warnings);
    parameters.check();
    return parameters;
  }

  /// What was said first counts.
  private static Map<Keyword, String> merged(
      @Nullable String conninfo,
      Map<String, String> options,
      Environment environment,
      List<String> warnings)
      throws SourceException {
    var values = new EnumMap<Keyword, String>(Keyword.class);
    var others = new HashMap<>(options);
    for (var text : new @Nullable String[] {conninfo, others.remove(Keyword.DBNAME.label())}) {
      var string = ConnectionString.of(Objects.requireNonNullElse(text, ""));
      string.values().forEach(values::putIfAbsent);
      warnings.addAll(string.warnings());
    }
    for (var option : others.entrySet()) {
      values.putIfAbsent(
          Keyword.of(option.getKey()).orElseThrow(() -> KeywordString.unknown(option.getKey())),
          option.getValue());
    }
    var service = setting(values, Keyword.SERVICE, environment);
    if (service.isPresent()) {
      ServiceFile.service(
              service.get(), setting(values, Keyword.SERVICEFILE, environment), environment)
          .forEach(values::putIfAbsent);
    }
    for (var keyword : Keyword.values()) {
      setting(values, keyword, environment).ifPresent(value -> values.putIfAbsent(keyword, value));
    }
    return values;
  }

  private static Optional<String> setting(
      Map<Keyword, String> values, Keyword keyword, Environment environment) {
    return Optional.ofNullable(values.get(keyword))
        .filter(value -> !value.isEmpty())
        .or(() -> keyword.variable().flatMap(environment::variable));
  }

  private static void refuseWhatCannotBe(Map<Keyword, String> values) throws SourceException {
    for (var value : values.entrySet()) {
      var keyword = value.getKey();
      if (Keyword.REFUSED.contains(keyword)
          && !value.getValue().isEmpty()
          && !HARMLESS.getOrDefault(keyword, Set.of()).contains(value.getValue())) {
        throw new SourceException(
            "%s is not supported: the driver cannot do that, and going on without it would not be what you asked for. Leave it out%s."
                .formatted(
                    keyword.label(),
                    keyword.variable().map(name -> ", or unset " + name).orElse("")));
      }
    }
  }

  /// Says now what a connection attempt would only stumble over.
  private void check() throws SourceException {
    var _ = connectTimeout();
    var _ = roles();
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
    var host = HostPort.SOCKETS.contains(place.host()) ? "localhost" : place.host();
    return value(Keyword.PASSWORD)
        .or(() -> passwordFile.password(host, place.port(), database(), user()));
  }

  /// What the server is to be (`target_session_attrs`), dearest first: `any`, `primary`, `standby`.
  /// Whether a primary takes writes is not asked: nothing is written.
  List<String> roles() throws SourceException {
    var asked = value(Keyword.TARGET_SESSION_ATTRS).orElse("any");
    return switch (asked) {
      case "any" -> List.of("any");
      case "primary", "read-write", "master" -> List.of("primary");
      case "standby", "read-only", "secondary", "slave" -> List.of("standby");
      case "prefer-standby", "preferSecondary", "preferSlave" -> List.of("standby", "any");
      default ->
          throw new SourceException(
              "target_session_attrs=%s is not known; it is one of any, primary, standby, prefer-standby, read-write, read-only."
                  .formatted(SafeText.of(asked)));
    };
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
