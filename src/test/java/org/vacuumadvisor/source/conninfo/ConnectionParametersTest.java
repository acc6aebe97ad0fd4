package org.vacuumadvisor.source.conninfo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.source.SourceException;

/// Which place wins, by the manual's chapters on libpq and psql.
class ConnectionParametersTest {
  private static final List<String> NO_SOCKETS = List.of();

  @TempDir private Path home;

  @Test
  void withoutAnyWordGoesToLocalhostAsTheUser() throws SourceException {
    assertEquals("localhost:5432/ann as ann", resolve(null, Map.of(), Map.of()).describe());
  }

  @Test
  void takesTheDatabaseFromTheUserName() throws SourceException {
    assertEquals("bob", resolve(null, Map.of("user", "bob"), Map.of()).database());
  }

  @Test
  void laysStringOverOptionsOverServiceOverVariables() throws Exception {
    Files.writeString(
        home.resolve(".pg_service.conf"),
        """
        # a comment
        [other]
        host=wrong
        [shop]
        host=service
        port=1
        user=service
        dbname=service
        """);
    var variables =
        Map.of("PGSERVICE", "shop", "PGHOST", "env", "PGPORT", "2", "PGCONNECT_TIMEOUT", "7");

    var parameters = resolve("host=string", Map.of("host", "option", "user", "opt"), variables);

    assertEquals("string:1/service as opt", parameters.describe());
    assertEquals(Duration.ofSeconds(7), parameters.connectTimeout());
  }

  @Test
  void takesAConnectionStringFromTheDatabaseOption() throws SourceException {
    var parameters = resolve(null, Map.of("dbname", "postgres://h/x", "host", "o"), Map.of());

    assertEquals("h:5432/x as ann", parameters.describe());
  }

  @Test
  void waitsTenSecondsUnlessTold() throws SourceException {
    assertEquals(Duration.ofSeconds(10), resolve(null, Map.of(), Map.of()).connectTimeout());
  }

  @Test
  void findsTheServiceInTheSystemsFileToo() throws Exception {
    var system = Files.createDirectory(home.resolve("etc"));
    Files.writeString(system.resolve("pg_service.conf"), "[s]\nhost=sys\n");

    var parameters = resolve("service=s", Map.of(), Map.of("PGSYSCONFDIR", system.toString()));

    assertEquals("sys", parameters.hosts().getFirst().host());
  }

  @ParameterizedTest
  @CsvSource({"'[s]\nhsot=x',line 2", "'[s]\n\n# c\nhost',line 4", "'[s]\nservice=t',line 2"})
  void namesFileAndLineOfAServicesError(String text, String place) throws IOException {
    Files.writeString(home.resolve(".pg_service.conf"), text);

    var complaint = complaint("service=s", Map.of());

    assertTrue(complaint.contains(".pg_service.conf"), complaint);
    assertTrue(complaint.contains(place), complaint);
  }

  @Test
  void saysThatAServiceIsNotDefined() {
    assertTrue(complaint(null, Map.of("PGSERVICE", "nope")).contains("\"nope\""));
    assertTrue(
        complaint("service=x", Map.of("PGSERVICEFILE", "/nowhere/s")).contains("/nowhere/s"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          host=a,b port=1,2          | a:1,b:2
          host=a,b port=7            | a:7,b:7
          host=a,b port=,2           | a:5432,b:2
          host=a,,b                  | a:5432,localhost:5432,b:5432
          hostaddr=10.0.0.1          | 10.0.0.1:5432
          host=db hostaddr=10.0.0.1  | db:5432 (10.0.0.1)
          host=::1 port=6            | [::1]:6
          host=/run/pg port=6        | socket /run/pg/.s.PGSQL.6
          """)
  void listsHosts(String conninfo, String expected) throws SourceException {
    assertEquals(
        expected,
        String.join(
            ",",
            resolve(conninfo, Map.of(), Map.of()).hosts().stream()
                .map(HostPort::describe)
                .toList()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          host=a,b port=1,2,3                  | 3 ports are given for 2 hosts
          host=a,b hostaddr=1.1.1.1            | 2 host names
          port=99999                           | "99999"
          port=5x                              | "5x"
          connect_timeout=abc                  | whole number
          sslmode=bad                          | verify-full
          sslmode=require sslrootcert=system   | verify-full
          target_session_attrs=x               | prefer-standby
          sslcrl=/x                            | sslcrl is not supported
          """)
  void refusesWhatCannotBe(String conninfo, String words) {
    var complaint = complaint(conninfo, Map.of());

    assertTrue(complaint.contains(words), complaint);
  }

  @Test
  void refusesARevocationListFromTheEnvironmentByItsName() {
    assertTrue(complaint(null, Map.of("PGSSLCRL", "/x")).contains("PGSSLCRL"));
  }

  @Test
  void prefersASocketThatExistsWhenNoHostIsGiven() throws Exception {
    Files.createFile(home.resolve(".s.PGSQL.6001"));
    var sockets = List.of(home.toString());

    var there = ConnectionParameters.resolve("port=6001", Map.of(), environment(Map.of()), sockets);
    var absent =
        ConnectionParameters.resolve("port=6002", Map.of(), environment(Map.of()), sockets);

    assertTrue(there.hosts().getFirst().isSocket());
    assertEquals("localhost", absent.hosts().getFirst().host());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          host=h dbname=d user=u             | exact
          host=h dbname=d user=other         | first:wild
          host=x port=7 dbname=d user=u      | back\\slash
          host=/var/run/postgresql dbname=l user=u | local
          host=/tmp dbname=l user=u          | local
          host=a:b dbname=c user=u           | colon
          """)
  void findsPasswordsInTheFile(String conninfo, String expected) throws Exception {
    passwordFile(
        """
        # h:5432:d:u:comment
        h:5432:d:u:exact
        h:5432:*:*:first\\:wild
        h:*:*:*:second
        *:7:*:u:back\\\\slash
        localhost:*:l:*:local
        a\\:b:*:*:*:colon
        """,
        "rw-------");

    assertEquals(Optional.of(expected), password(resolve(conninfo, Map.of(), Map.of())));
  }

  @Test
  void takesAnExplicitPasswordBeforeTheFile() throws Exception {
    passwordFile("*:*:*:*:file", "rw-------");

    assertEquals(
        Optional.of("env"), password(resolve(null, Map.of(), Map.of("PGPASSWORD", "env"))));
    assertEquals(
        Optional.of("typed"), password(resolve(null, Map.of(), Map.of()).withPassword("typed")));
  }

  @Test
  void looksThePasswordUpForTheOtherDatabase() throws Exception {
    passwordFile("*:*:one:*:1\n*:*:two:*:2\n", "rw-------");
    var parameters = resolve("dbname=one", Map.of(), Map.of());

    assertEquals(Optional.of("1"), password(parameters));
    assertEquals(Optional.of("2"), password(parameters.withDatabase("two")));
  }

  /// It stands for itself, as for libpq.
  @Test
  void takesABackslashAtTheEndOfAPassword() throws Exception {
    passwordFile("*:*:*:*:pw\\\n*:*:*:*:other\n", "rw-------");

    assertEquals(Optional.of("pw\\"), password(resolve(null, Map.of(), Map.of())));
  }

  /// As the driver calls them, of old, too.
  @ParameterizedTest
  @CsvSource({
    "master, primary",
    "slave, standby",
    "secondary, standby",
    "preferSlave, standby any",
    "preferSecondary, standby any"
  })
  void knowsTheServersOfTheDriver(String type, String roles) throws SourceException {
    var url = "jdbc:postgresql://h/x?targetServerType=" + type;

    assertEquals(roles, String.join(" ", resolve(url, Map.of(), Map.of()).roles()));
  }

  @Test
  void ignoresAPasswordFileThatOthersCanReadAndSaysSo() throws Exception {
    var file = passwordFile("*:*:*:*:open", "rw-r-----");

    var parameters = resolve(null, Map.of(), Map.of());

    assertEquals(Optional.empty(), password(parameters));
    assertTrue(parameters.warnings().getFirst().contains(file.toString()));
  }

  @Test
  void isQuietAboutThatFileWhenAPasswordIsGiven() throws Exception {
    passwordFile("*:*:*:*:open", "rw-r-----");

    assertEquals(List.of(), resolve(null, Map.of(), Map.of("PGPASSWORD", "x")).warnings());
  }

  @Test
  void neverShowsThePassword() throws SourceException {
    var parameters = resolve("postgres://u:topsecret@h/d", Map.of(), Map.of());

    assertFalse(parameters.toString().contains("topsecret"));
    assertFalse(parameters.describe().contains("topsecret"));
  }

  @Test
  void describesHostileNamesHarmlessly() throws SourceException {
    var text = resolve("dbname='a\u001b[2Jb\nc' host=h", Map.of(), Map.of()).describe();

    assertEquals("h:5432/a\\x1b[2Jb\\x0ac as ann", text);
  }

  private static Optional<String> password(ConnectionParameters parameters) {
    return parameters.password(parameters.hosts().getFirst());
  }

  private Path passwordFile(String text, String permissions) throws IOException {
    var file = Files.writeString(home.resolve(".pgpass"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private ConnectionParameters resolve(
      @Nullable String conninfo, Map<String, String> options, Map<String, String> variables)
      throws SourceException {
    return ConnectionParameters.resolve(conninfo, options, environment(variables), NO_SOCKETS);
  }

  private Environment environment(Map<String, String> variables) {
    return new Environment(variables, home, "ann");
  }

  private String complaint(@Nullable String conninfo, Map<String, String> variables) {
    return assertThrows(SourceException.class, () -> resolve(conninfo, Map.of(), variables))
        .explanation();
  }
}
