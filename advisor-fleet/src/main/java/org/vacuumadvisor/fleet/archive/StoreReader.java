package org.vacuumadvisor.fleet.archive;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.source.SourceException;

/// Lists and copies files of an object store by DuckDB's extension `httpfs`, which has to be
/// installed: it is not downloaded here. Who we are is told by a secret that is kept in DuckDB, by
/// Amazon's variables, or by all that its programs look at if DuckDB's extension `aws` is
/// installed.
final class StoreReader implements Closeable {
  private final ObjectStore store;
  private final Duck duck;

  private StoreReader(ObjectStore store, Duck duck) {
    this.store = store;
    this.duck = duck;
  }

  /// A file in the store.
  ///
  /// @param name without its folder
  record Listed(String name, long bytes, Instant modified) {}

  static StoreReader open(ObjectStore store, Map<String, String> environment)
      throws SourceException {
    var reader = new StoreReader(store, Duck.open(Archive.spill()));
    try {
      reader.load();
      reader.identify(environment);
      return reader;
    } catch (SourceException | RuntimeException failed) {
      reader.close();
      throw failed;
    }
  }

  private void load() throws SourceException {
    try {
      duck.run("LOAD httpfs");
    } catch (SQLException missing) {
      throw new SourceException(
          "Reading %s takes DuckDB's extension httpfs, which is not installed: %s. Install it once with the same release of DuckDB (`INSTALL httpfs;`), or put its file there."
              .formatted(store.shown(), Damage.firstLine(missing)),
          missing);
    }
  }

  private void identify(Map<String, String> environment) throws SourceException {
    try {
      boolean isKnown =
          !duck.query("SELECT name FROM which_secret(?, 's3')", List.of(store.file(""))).isEmpty();
      if (isKnown || !store.isAmazons()) {
        return;
      }
    } catch (SQLException failed) {
      throw unreached(failed);
    }
    var secret = secret(environment);
    try {
      if (secret.isPresent()) {
        duck.run(secret.get());
      } else {
        duck.run("LOAD aws");
        duck.run("CREATE SECRET (TYPE s3, PROVIDER credential_chain)");
      }
    } catch (SQLException _) {
      // Without a secret the store is asked as by anybody; its answer is told. DuckDB's own message
      // may show the secret.
    }
  }

  /// How DuckDB is told what Amazon's variables say; empty where they name no key and no place.
  static Optional<String> secret(Map<String, String> environment) {
    var told = new LinkedHashMap<String, String>();
    put(told, "KEY_ID", environment, "AWS_ACCESS_KEY_ID");
    put(told, "SECRET", environment, "AWS_SECRET_ACCESS_KEY");
    put(told, "SESSION_TOKEN", environment, "AWS_SESSION_TOKEN");
    put(told, "ENDPOINT", environment, "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL");
    if (told.isEmpty()) {
      return Optional.empty();
    }
    put(told, "REGION", environment, "AWS_REGION", "AWS_DEFAULT_REGION");
    told.putIfAbsent("REGION", "us-east-1");
    var endpoint = told.get("ENDPOINT");
    if (endpoint != null) {
      told.put("ENDPOINT", endpoint.replaceFirst("^https?://", "").replaceFirst("/+$", ""));
      told.put("USE_SSL", Boolean.toString(!endpoint.startsWith("http://")));
      told.put("URL_STYLE", "path");
    }
    return Optional.of(
        told.entrySet().stream()
            .map(each -> each.getKey() + " " + Duck.literal(each.getValue()))
            .collect(Collectors.joining(", ", "CREATE SECRET (TYPE s3, ", ")")));
  }

  private static void put(
      Map<String, String> told, String key, Map<String, String> environment, String... names) {
    for (var name : names) {
      var value = environment.getOrDefault(name, "");
      if (!value.isEmpty()) {
        told.putIfAbsent(key, value);
      }
    }
  }

  /// The Parquet files of a folder.
  List<Listed> list(String folder) throws SourceException {
    try {
      return duck
          .query(
              "SELECT filename, size, last_modified FROM read_blob(?)",
              List.of(store.file(folder + "/*.parquet")))
          .stream()
          .map(row -> {
            var name = row.text("filename").orElseThrow();
            return new Listed(
                name.substring(name.lastIndexOf('/') + 1),
                row.count("size").orElseThrow(),
                row.time("last_modified").orElse(Instant.EPOCH));
          })
          .toList();
    } catch (SQLException failed) {
      throw unreached(failed);
    }
  }

  /// Copies a file.
  ///
  /// @return whether the store has it
  boolean copy(String path, Path to) throws SourceException, IOException {
    try {
      duck.run(
          "COPY (SELECT content FROM read_blob(%s)) TO %s (FORMAT BLOB)"
              .formatted(Duck.literal(store.file(path)), Duck.literal(to.toString())));
      return Files.exists(to) && Files.size(to) > 0;
    } catch (SQLException failed) {
      if (Damage.firstLine(failed).contains("HTTP 404")) {
        return false;
      }
      throw unreached(failed);
    }
  }

  /// What the copies of a manifest say.
  Manifest manifest(Path copy) throws SourceException {
    return Manifest.read(copy, duck);
  }

  private SourceException unreached(SQLException failed) {
    return new SourceException(
        "Cannot read %s: %s. Check the address, and that you may read it: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL are known, and secrets that DuckDB keeps."
            .formatted(store.shown(), Damage.firstLine(failed)),
        failed);
  }

  @Override
  public void close() {
    duck.close();
  }
}
