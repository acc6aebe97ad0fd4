package org.vacuumadvisor.verify;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.report.data.RecordJson;
import org.vacuumadvisor.source.SourceException;

/// A plan in a file: JSON, whose schema is beside it, `plan.schema.json`.
public final class PlanFile {
  /// A change is a kilobyte or two.
  private static final long MOST_BYTES = 64L << 20;

  private static final RecordJson<SavedPlan> JSON =
      new RecordJson<>(SavedPlan.class, Nothing.class);
  private static final Nothing NOTHING = new Nothing();

  private PlanFile() {}

  private record Nothing() {}

  /// Writes it. The writer is flushed and stays open; it should write UTF-8.
  public static void write(SavedPlan plan, Writer to) throws IOException {
    JSON.write(plan, to);
  }

  /// Reads what [#write] wrote.
  ///
  /// @throws SourceException if there is no such file, or it is no plan we can read
  public static SavedPlan read(Path file) throws SourceException {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw other(file, null);
      }
      return read(Files.readString(file, StandardCharsets.UTF_8), file);
    } catch (NoSuchFileException missing) {
      throw new SourceException("There is no file %s.".formatted(file), missing);
    } catch (AccessDeniedException denied) {
      throw new SourceException("Cannot read %s: permission denied.".formatted(file), denied);
    } catch (IOException failed) {
      throw new SourceException("Cannot read %s: %s.".formatted(file, failed.getMessage()), failed);
    }
  }

  private static SavedPlan read(String text, Path file) throws SourceException {
    SavedPlan plan;
    try {
      plan = JSON.read(text, NOTHING);
    } catch (IllegalArgumentException broken) {
      throw other(file, broken);
    }
    if (!SavedPlan.FORMAT.equals(plan.format())) {
      throw other(file, null);
    }
    if (plan.schemaVersion() > SavedPlan.VERSION) {
      throw new SourceException(
          "%s was written by a newer Vacuum Advisor: it is a plan of format %d, and this one reads up to %d. Use the newer one."
              .formatted(file, plan.schemaVersion(), SavedPlan.VERSION));
    }
    return plan;
  }

  private static SourceException other(Path file, @Nullable Exception cause) {
    return new SourceException(
        "%s is not a plan, or was damaged. A plan is what advise --save-plan writes."
            .formatted(file),
        cause);
  }
}
