package org.vacuumadvisor.cli.option;

import java.io.Console;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionParameters;
import org.vacuumadvisor.source.conninfo.Connector;
import org.vacuumadvisor.source.conninfo.Environment;
import org.vacuumadvisor.source.conninfo.SessionLimits;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.ServerSource;
import org.vacuumadvisor.source.jdbc.Window;
import org.vacuumadvisor.source.saved.Anonymizer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Which server, as users of libpq and psql say it.
public final class ConnectionOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Parameters(
      index = "0+",
      arity = "0..1",
      paramLabel = "CONNECTION",
      descriptionKey = "CONNECTION")
  private @Nullable String conninfo;

  @Option(
      names = {"-h", "--host"},
      paramLabel = "HOST")
  private @Nullable String host;

  @Option(
      names = {"-p", "--port"},
      paramLabel = "PORT")
  private @Nullable String port;

  @Option(
      names = {"-U", "--username"},
      paramLabel = "NAME")
  private @Nullable String user;

  @Option(
      names = {"-d", "--dbname"},
      paramLabel = "NAME")
  private @Nullable String database;

  @Option(names = {"-w", "--no-password"})
  private boolean neverAsk;

  @Option(names = {"-W", "--password"})
  private boolean alwaysAsk;

  @Option(names = "--anonymize")
  private boolean isAnonymized;

  @Mixin private SurveyScope scope;

  /// What is to be read from a server.
  public interface Wish<T> {
    T of(ServerSource server, Progress progress) throws SourceException, InterruptedException;
  }

  /// The server as it is now.
  public Survey survey() throws SourceException, InterruptedException {
    return read((server, progress) -> server.survey(databases(), progress));
  }

  /// Two looks at it, that long apart.
  public Window sample(Duration apart) throws SourceException, InterruptedException {
    return read((server, progress) -> server.sample(databases(), apart, progress));
  }

  /// Reads from the server. Where it asks for a password that nobody gave, and a person is there,
  /// the person is asked.
  public <T> T read(Wish<T> wish) throws SourceException, InterruptedException {
    var parameters = parameters();
    if (alwaysAsk) {
      return read(
          wish,
          parameters.withPassword(
              askedPassword(parameters)
                  .orElseThrow(() ->
                      new SourceException(
                          "-W asks for a password, but there is no terminal to ask on. Leave it"
                              + " out, and use a password file or PGPASSWORD."))));
    }
    try {
      return read(wish, parameters);
    } catch (SourceException refused) {
      if (neverAsk || !Connector.passwordWouldHelp(refused)) {
        throw refused;
      }
      var password = askedPassword(parameters);
      if (password.isEmpty()) {
        throw refused;
      }
      return read(wish, parameters.withPassword(password.get()));
    }
  }

  private <T> T read(Wish<T> wish, ConnectionParameters parameters)
      throws SourceException, InterruptedException {
    try (var progress = Program.progress(command)) {
      return wish.of(source(parameters), progress);
    }
  }

  /// Which databases of the server are read.
  public Databases databases() {
    return scope.databases();
  }

  /// Whether the command line says anything about a server.
  public boolean isGiven() {
    return conninfo != null || hasOptions();
  }

  /// What was said of the server without the name of an option.
  public Optional<String> conninfo() {
    return Optional.ofNullable(conninfo);
  }

  /// Whether an option says anything about a server.
  public boolean hasOptions() {
    return scope.isAllDatabases() || isAnonymized || alwaysAsk || neverAsk || !options().isEmpty();
  }

  /// What was said of the server, with nothing told to the user.
  ///
  /// @throws SourceException if it cannot be understood
  public ConnectionParameters described() throws SourceException {
    return ConnectionParameters.resolve(named(), options(), Environment.ofProcess());
  }

  private ConnectionParameters parameters() throws SourceException {
    var parameters = described();
    parameters.warnings().forEach(each -> Program.tell(command, each));
    return parameters;
  }

  /// A name that the configuration file has stands for what is written there.
  private @Nullable String named() {
    return conninfo == null
        ? null
        : Program.of(command).configuration().connections().getOrDefault(conninfo, conninfo);
  }

  private Map<String, String> options() {
    var options = new HashMap<String, String>();
    put(options, "host", host);
    put(options, "port", port);
    put(options, "user", user);
    put(options, "dbname", database);
    return options;
  }

  private ServerSource source(ConnectionParameters parameters) {
    var usual = SessionLimits.standard();
    var limits = new SessionLimits(scope.timeout(), usual.lock(), usual.idleInTransaction());
    var server = ServerSource.of(parameters, limits);
    return isAnonymized ? new ServerSource(server.opener(), Anonymizer::before) : server;
  }

  private static void put(Map<String, String> options, String keyword, @Nullable String value) {
    if (value != null) {
      options.put(keyword, value);
    }
  }

  private static Optional<String> askedPassword(ConnectionParameters parameters) {
    return Optional.ofNullable(System.console())
        .filter(Console::isTerminal)
        .map(console -> console.readPassword("Password for %s: ", parameters.describe()))
        .map(String::new);
  }

  /// How much of a server is read, and how long that may take.
  public static final class SurveyScope {
    @Option(names = "--all-databases")
    private boolean allDatabases;

    @Option(names = "--timeout", paramLabel = "TIME", defaultValue = "30s")
    private Duration timeout;

    boolean isAllDatabases() {
      return allDatabases;
    }

    /// Which databases of each server are read.
    public Databases databases() {
      return allDatabases ? Databases.ALL : Databases.CURRENT;
    }

    /// How long one statement may take.
    public Duration timeout() {
      return timeout;
    }
  }
}
