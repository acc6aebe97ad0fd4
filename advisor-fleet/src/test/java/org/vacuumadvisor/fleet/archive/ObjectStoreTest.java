package org.vacuumadvisor.fleet.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.source.SourceException;

class ObjectStoreTest {
  @Test
  void isKnownByItsAddressThoughAPathHasOneSlashLess() {
    assertEquals(
        Optional.of(new ObjectStore("s3", "bucket/fleet")),
        ObjectStore.of(Path.of("s3://bucket/fleet/")));
    assertEquals(Optional.empty(), ObjectStore.of(Path.of("/var/lib/fleet")));
    assertEquals(Optional.empty(), ObjectStore.of(Path.of("s3/fleet")));
  }

  @Test
  void isNotWritten() {
    var refused =
        assertThrows(SourceException.class, () -> ArchiveWriter.open(Path.of("s3://bucket/fleet")));

    assertTrue(
        refused.explanation().startsWith("s3://bucket/fleet is in an object store"),
        refused.explanation());
  }

  @ParameterizedTest
  @ValueSource(strings = {"az://box/fleet", "hdfs://box/fleet", "https://box/fleet"})
  void isNotReadWhereFilesCannotBeListed(String address) {
    var refused =
        assertThrows(SourceException.class, () -> Archive.open(Path.of(address), Archive.Span.ALL));

    assertTrue(
        refused.explanation().startsWith(address + " cannot be read"), refused.explanation());
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3://bucket/*", "s3://bucket/fleet?x=y", "s3://"})
  void isNotReadWhereItsNameStandsForOthers(String address) {
    assertThrows(SourceException.class, () -> Archive.open(Path.of(address), Archive.Span.ALL));
  }

  @Test
  void isEnteredWithWhatAmazonsVariablesSay() {
    assertEquals(
        Optional.of("CREATE SECRET (TYPE s3, KEY_ID 'AK', SECRET 'it''s', REGION 'eu-central-1')"),
        StoreReader.secret(
            Map.of(
                "AWS_ACCESS_KEY_ID",
                "AK",
                "AWS_SECRET_ACCESS_KEY",
                "it's",
                "AWS_DEFAULT_REGION",
                "eu-central-1")));
    assertEquals(
        Optional.of(
            "CREATE SECRET (TYPE s3, ENDPOINT '127.0.0.1:9000', REGION 'us-east-1', USE_SSL"
                + " 'false', URL_STYLE 'path')"),
        StoreReader.secret(Map.of("AWS_ENDPOINT_URL", "http://127.0.0.1:9000/")));
    assertEquals(Optional.empty(), StoreReader.secret(Map.of("AWS_REGION", "eu-central-1")));
  }
}
