package org.vacuumadvisor.source.conninfo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.source.SourceException;

class SavableConnectionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          # given                                                  | saved                                        | password
          postgresql://ada:s3cret@db:5433/shop?sslmode=require     | postgresql://ada@db:5433/shop?sslmode=require | s3cret
          postgresql://ada:s%40c%2Fret@db/shop                     | postgresql://ada@db/shop                      | s@c/ret
          postgres://db/shop?user=ada&password=s3cret              | postgres://db/shop?user=ada                   | s3cret
          postgres://db/shop?pass%77ord=s3cret                     | postgres://db/shop                            | s3cret
          postgresql://ada:a:b@db1:1,db2:2/shop                    | postgresql://ada@db1:1,db2:2/shop             | a:b
          host=db dbname=shop password='s 3\\'c' sslmode=require   | host=db dbname=shop sslmode=require           | s 3'c
          host=db dbname='my shop' password=x                      | host=db dbname='my shop'                      | x
          jdbc:postgresql://db:5433/shop?user=ada&password=s3cret  | host=db port=5433 dbname=shop user=ada        | s3cret
          """)
  void takesThePasswordOut(String given, String saved, String password) throws Exception {
    var split = SavableConnection.of(given);

    assertEquals(saved, split.conninfo());
    assertEquals(Optional.of(password), split.password());
  }

  @ParameterizedTest
  @CsvSource({
    "postgresql://ada@db/shop",
    "service=shop",
    "host=db user=ada",
    "shop",
    "postgres:///"
  })
  void leavesWhatHasNoPasswordAsItIs(String given) throws Exception {
    assertEquals(new SavableConnection(given, Optional.empty()), SavableConnection.of(given));
  }

  @Test
  void takesOtherSecretsOutToo() throws Exception {
    var split = SavableConnection.of("postgresql://db/shop?sslkey=k.pem&sslpassword=hush");

    assertEquals("postgresql://db/shop?sslkey=k.pem", split.conninfo());
    assertEquals(Optional.empty(), split.password());
  }

  @Test
  void savesNothingOfWhatItCannotRead() {
    var failure =
        assertThrows(
            SourceException.class, () -> SavableConnection.of("postgresql://ada:s3c%ret@db/shop"));

    assertFalse(failure.explanation().contains("s3c"), failure::explanation);
  }

  @Test
  void doesNotPrintThePassword() throws Exception {
    assertFalse(SavableConnection.of("host=db password=s3cret").toString().contains("s3cret"));
  }
}
