package org.vacuumadvisor.source.conninfo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.source.SourceException;

/// The oracle is the manual's chapter "Connection Strings" and what psql 15 says to the same text.
class ConnectionStringTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          postgresql://                                       | {}
          postgresql://localhost                              | {host=localhost}
          postgresql://localhost:5433                         | {host=localhost, port=5433}
          postgresql://localhost/mydb                         | {dbname=mydb, host=localhost}
          postgresql://user@localhost                         | {host=localhost, user=user}
          postgresql://user:secret@localhost                  | {host=localhost, password=secret, user=user}
          postgresql://other@localhost/otherdb?connect_timeout=10&application_name=myapp | {=myapp, connect_timeout=10, dbname=otherdb, host=localhost, user=other}
          postgresql://host1:123,host2:456/somedb?target_session_attrs=any&application_name=myapp | {=myapp, dbname=somedb, host=host1,host2, port=123,456, target_session_attrs=any}
          postgresql:///mydb?host=localhost&port=5433         | {dbname=mydb, host=localhost, port=5433}
          postgresql://user@localhost:5433/mydb?options=-c%20synchronous_commit%3Doff | {dbname=mydb, host=localhost, options=-c synchronous_commit=off, port=5433, user=user}
          postgresql://[2001:db8::1234]/database              | {dbname=database, host=2001:db8::1234}
          postgresql:///dbname?host=/var/lib/postgresql       | {dbname=dbname, host=/var/lib/postgresql}
          postgresql://%2Fvar%2Flib%2Fpostgresql/dbname       | {dbname=dbname, host=/var/lib/postgresql}
          postgres://h1,h2:6432,[::1]:7/db                    | {dbname=db, host=h1,h2,::1, port=,6432,7}
          postgresql://h?ssl=true                             | {host=h, sslmode=require}
          postgresql://u%40corp:p%2Fw%3A%25@h                 | {host=h, password=p/w:%, user=u@corp}
          postgresql://h/%C3%A4+b                             | {dbname=ä+b, host=h}
          postgresql://?user=a&password=b                     | {password=b, user=a}
          jdbc:postgresql://db:5433/shop?user=u&ssl=true&sslmode=require | {dbname=shop, host=db, port=5433, sslmode=require, user=u}
          jdbc:postgresql:shop                                | {dbname=shop}
          jdbc:postgresql://a,b/x?targetServerType=secondary&connectTimeout=3 | {connect_timeout=3, dbname=x, host=a,b, target_session_attrs=secondary}
          host=localhost port=5432 dbname=mydb connect_timeout=10 | {connect_timeout=10, dbname=mydb, host=localhost, port=5432}
          hostaddr = 10.0.0.1 user=''                         | {hostaddr=10.0.0.1, user=}
          port=1 port=2                                       | {port=2}
          shop                                                | {dbname=shop}
          """)
  void readsWhatTheManualShows(String text, String expected) throws SourceException {
    assertEquals(expected, read(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgres:/u:hunter2@db/shop", "u:hunter2@db/shop"})
  void takesNoMistypedUriForTheNameOfADatabase(String mistyped) {
    var refused = assertThrows(SourceException.class, () -> read(mistyped));

    assertTrue(refused.explanation().contains("begins with postgresql://"), refused.explanation());
    assertFalse(refused.explanation().contains("hunter2"), refused.explanation());
  }

  @Test
  void takesQuotesAndBackslashesInKeywordStrings() throws SourceException {
    assertEquals(
        "{dbname=it's, host=/a b, password=back\\slash x}",
        read("host='/a b'  dbname = 'it\\'s'\tpassword=back\\\\slash\\ x"));
  }

  @Test
  void namesAnUnknownKeyword() {
    assertTrue(complaint("host=x hots=y").contains("\"hots\""));
    assertTrue(complaint("postgresql://h/db?sslmod=x").contains("\"sslmod\""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "host=a b",
        "host='a",
        "host='a'b port=5",
        "= b",
        "postgresql://[::1/x",
        "postgresql://[]/x",
        "postgresql://[::1]x/x",
        "postgresql://h/x?a",
        "postgresql://h/x?user=b=c",
        "postgresql://h/%zz",
        "postgresql://h/%4",
        "postgresql://a%00b/",
        "postgresql://h:1:2/",
        "postgresql://h/?ssl=false",
        "mysql://h/x",
        "jdbc:mysql://h/x",
        "=x",
      })
  void refusesWhatPsqlRefusesToo(String text) {
    assertFalse(complaint(text).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://u:hun/ter@h/db",
        "postgresql://u:12/hun@h/db",
        "postgresql://u:x@hun@h/db",
        "postgresql://u:hun%zz@h/db",
        "postgresql://u:ok@h/db?password=hun=x",
        "password=a hun",
        "password=a hun=b",
        "password='hun",
        "postgres:hun@host/db?sslmode=require",
        "advisor:hun=@db/shop",
        "advisor/hun=x",
      })
  void neverRepeatsWhatMayBeAPassword(String text) {
    assertFalse(complaint(text).contains("hun"), complaint(text));
  }

  @Test
  void saysWhichPartsOfAJdbcUrlItIgnores() throws SourceException {
    var warnings =
        ConnectionString.of("jdbc:postgresql://h/d?reWriteBatchedInserts=true").warnings();

    assertEquals(1, warnings.size());
    assertTrue(warnings.getFirst().contains("reWriteBatchedInserts"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          # given                                                  | saved                                        | password
          postgresql://ada:s3cret@db:5433/shop?sslmode=require     | postgresql://ada@db:5433/shop?sslmode=require | s3cret
          postgresql://ada:s%40c%2Fret@db/shop                     | postgresql://ada@db/shop                      | s@c/ret
          postgres://db/shop?pass%77ord=s3cret                     | host=db dbname=shop                           | s3cret
          postgresql://ada:a:b@db1:1,db2:2/shop                    | postgresql://ada@db1:1,db2:2/shop             | a:b
          host=db dbname=shop password='s 3\\'c' sslmode=require   | host=db dbname=shop sslmode=require           | s 3'c
          host=db dbname='my shop' password=x                      | host=db dbname='my shop'                      | x
          jdbc:postgresql://db:5433/shop?user=ada&password=s3cret  | host=db port=5433 dbname=shop user=ada        | s3cret
          """)
  void takesThePasswordOut(String given, String saved, String password) throws SourceException {
    var string = ConnectionString.of(given);

    assertEquals(saved, string.withoutSecrets());
    assertEquals(saved, string.toString());
    assertEquals(Optional.of(password), string.password());
    assertEquals(given, string.withSecrets());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://ada@db/shop",
        "service=shop",
        "host=db user=ada",
        "shop",
        "postgres:///",
        ""
      })
  void leavesWhatHasNoPasswordAsItIs(String given) throws SourceException {
    assertEquals(given, ConnectionString.of(given).withoutSecrets());
    assertEquals(Optional.empty(), ConnectionString.of(given).password());
  }

  @Test
  void takesOtherSecretsOutToo() throws SourceException {
    var string =
        ConnectionString.of(
            "postgresql://db/shop?sslkey=k.pem&sslpassword=hush&oauth_client_secret=hush");

    assertEquals("host=db dbname=shop sslkey=k.pem", string.withoutSecrets());
    assertEquals(Optional.empty(), string.password());
  }

  @Test
  void changesOnePartAndKeepsTheRest() throws SourceException {
    var changed =
        ConnectionString.of("postgresql://old:s3cret@db/shop?sslmode=require")
            .with("host", "db2")
            .with("user", "a b")
            .with("dbname", " ");

    assertEquals("db2", changed.part("host"));
    assertEquals("", changed.part("dbname"));
    assertEquals("", changed.part("port"));
    assertEquals("host=db2 user='a b' password=s3cret sslmode=require", changed.withSecrets());
    assertEquals(changed.withSecrets(), ConnectionString.of(changed.withSecrets()).withSecrets());
  }

  private static String read(String text) throws SourceException {
    return ConnectionString.of(text).values().entrySet().stream()
        .map(value -> Map.entry(value.getKey().label(), value.getValue()))
        .sorted(Map.Entry.comparingByKey())
        .map(value -> value.getKey() + "=" + value.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String complaint(String text) {
    return assertThrows(SourceException.class, () -> ConnectionString.of(text)).explanation();
  }
}
