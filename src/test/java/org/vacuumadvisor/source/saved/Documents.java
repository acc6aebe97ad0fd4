package org.vacuumadvisor.source.saved;

import static org.vacuumadvisor.source.saved.Recorder.give;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.source.Sink;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.Topic;

/// Survey files in memory.
final class Documents {
  private Documents() {}

  /// A small server with a bit of everything.
  static void small(Sink sink) {
    give(
        sink,
        Topic.SERVER,
        null,
        """
        server_version|server_version_num|started_at|surveyed_at|next_xid|role|superuser|database
        18.6|180006|2026-11-01 08:00:00+00|2026-11-21 12:00:00+00|1000|postgres|t|shop
        """);
    give(
        sink,
        Topic.DATABASES,
        null,
        """
        oid|datname|datallowconn|xid_age|datid|datname
        5|postgres|t|700|5|postgres
        16384|shop|t|800|16384|shop
        """);
    give(sink, Topic.SESSIONS, null, "pid|datname|usename|xmin_age\n4711|shop|postgres|5");
    give(sink, Topic.STANDBYS, null, "pid|usename");
    sink.gap(new Gap(Gap.Kind.FAILED, "the extensions", "what could be measured", null));
    give(
        sink,
        Topic.TABLES,
        "shop",
        """
        oid|nspname|relname|relkind|relpages|reltuples|reloptions|relid|n_live_tup|n_dead_tup
        16385|public|orders|r|100|1000|{fillfactor=70}|16385|1000|10
        16386|public|größe|r|100|1000|~|16386|1000|~
        """);
    sink.gap(new Gap(Gap.Kind.NO_PRIVILEGE, "something", "nothing", "GRANT it"));
  }

  static byte[] written(Consumer<Sink> rows) {
    var bytes = new ByteArrayOutputStream();
    try (var writer = SurveyWriter.to(bytes)) {
      rows.accept(writer);
      writer.finish();
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
    return bytes.toByteArray();
  }

  static String text(Consumer<Sink> rows) {
    return new String(written(rows), StandardCharsets.UTF_8);
  }

  static Recorder read(String document) throws SourceException {
    return read(document.getBytes(StandardCharsets.UTF_8));
  }

  static Recorder read(byte[] document) throws SourceException {
    var recorder = new Recorder();
    SurveyReader.read(new ByteArrayInputStream(document), "survey.json", recorder);
    return recorder;
  }

  static Recorder recorded(Consumer<Sink> rows) {
    var recorder = new Recorder();
    rows.accept(recorder);
    return recorder;
  }
}
