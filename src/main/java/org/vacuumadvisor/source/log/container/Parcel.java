package org.vacuumadvisor.source.log.container;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.run.Input;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.Compression;
import org.vacuumadvisor.source.log.file.Encoding;
import org.vacuumadvisor.source.log.line.Detection;
import org.vacuumadvisor.source.log.line.Evidence;

/// What one process found in a part of a log, as bytes for another.
final class Parcel {
  private static final int BEGIN = 0;
  private static final int MESSAGES = 1;
  private static final int END = 2;
  private static final int FAILURE = 3;

  /// What it holds.
  sealed interface Content {
    record Begin(long place) implements Content {}

    record Messages(Batch batch) implements Content {}

    /// The part has ended.
    ///
    /// @param facts what the log was taken for, with the counts of this part alone
    record End(Detection facts, Lines.Sum sum) implements Content {}

    record Failure(String explanation) implements Content {}
  }

  private Parcel() {}

  static byte[] begin(long place) {
    return packed(BEGIN, out -> out.writeLong(place));
  }

  static byte[] messages(Batch batch) {
    return packed(MESSAGES, batch::write);
  }

  static byte[] end(Detection facts, Lines.Sum sum) {
    return packed(
        END,
        out -> {
          out.writeUTF(facts.compression().name());
          out.writeUTF(facts.encoding().name());
          out.writeUTF(facts.contents().name());
          out.writeBoolean(facts.isCut());
          var prefix = facts.prefix();
          out.writeBoolean(prefix != null);
          if (prefix != null) {
            out.writeUTF(prefix);
          }
          out.writeLong(sum.bytes());
          out.writeLong(sum.lines());
          sum.evidence().write(out);
        });
  }

  static byte[] failure(SourceException failed) {
    return packed(FAILURE, out -> out.writeUTF(failed.explanation()));
  }

  static Content open(byte[] parcel, Input input) {
    try (var in = new DataInputStream(new ByteArrayInputStream(parcel))) {
      int kind = in.readByte();
      return switch (kind) {
        case BEGIN -> new Content.Begin(in.readLong());
        case MESSAGES -> new Content.Messages(Batch.read(in));
        case END -> end(in, input);
        case FAILURE -> new Content.Failure(in.readUTF());
        default -> throw new IllegalArgumentException("no parcel begins with " + kind);
      };
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static Content end(DataInputStream in, Input input) throws IOException {
    var compression = Compression.valueOf(in.readUTF());
    var encoding = Encoding.valueOf(in.readUTF());
    var contents = Detection.Contents.valueOf(in.readUTF());
    boolean isCut = in.readBoolean();
    @Nullable String prefix = in.readBoolean() ? in.readUTF() : null;
    var sum = new Lines.Sum(in.readLong(), in.readLong(), Evidence.read(in));
    return new Content.End(
        new Detection(
            input,
            compression,
            encoding,
            contents,
            sum.bytes(),
            sum.lines(),
            prefix,
            sum.evidence().sightings(),
            isCut),
        sum);
  }

  private interface Writing {
    void to(DataOutputStream out) throws IOException;
  }

  private static byte[] packed(int kind, Writing writing) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeByte(kind);
      writing.to(out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }
}
