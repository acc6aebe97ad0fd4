package org.vacuumadvisor.source.log.template;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What a [Template] found in the holes of one line. It is used again for the next line.
///
/// Numbers with a fraction are kept as the bits of a double, names as two offsets.
@SuppressWarnings("EnumOrdinal") // holes index arrays: this is filled for every line of a report
public final class Match {
  private static final int HOLES = Hole.values().length;
  private static final int HALF = 32;

  private final long[] values = new long[HOLES];
  private final int[] round = new int[HOLES];
  private final Hole[] order = new Hole[HOLES];
  private byte[] bytes = {};
  private int current;
  private int size;
  private int end;

  /// Forgets everything and begins with another line.
  void begin(byte[] line) {
    bytes = line;
    size = 0;
    if (++current == 0) {
      Arrays.fill(round, 0);
      current = 1;
    }
  }

  public int size() {
    return size;
  }

  /// Forgets what was found after it had this size.
  void backTo(int earlier) {
    for (int each = earlier; each < size; each++) {
      round[order[each].ordinal()] = 0;
    }
    size = earlier;
  }

  void put(Hole hole, long value) {
    int at = hole.ordinal();
    values[at] = value;
    if (round[at] != current) {
      round[at] = current;
      order[size++] = hole;
    }
  }

  void put(Hole hole, int from, int to) {
    put(hole, (long) from << HALF | to);
  }

  /// Where the template ended in the line.
  public void end(int at) {
    end = at;
  }

  public int end() {
    return end;
  }

  public Hole hole(int number) {
    return order[number];
  }

  public boolean has(Hole hole) {
    return round[hole.ordinal()] == current;
  }

  /// The value as it is kept.
  public long raw(Hole hole) {
    return values[hole.ordinal()];
  }

  public long count(Hole hole) {
    return values[hole.ordinal()];
  }

  public @Nullable Long countIfAny(Hole hole) {
    return has(hole) ? values[hole.ordinal()] : null;
  }

  public double decimal(Hole hole) {
    return Double.longBitsToDouble(values[hole.ordinal()]);
  }

  public String text(Hole hole) {
    long range = values[hole.ordinal()];
    int from = (int) (range >>> HALF);
    return new String(bytes, from, (int) range - from, StandardCharsets.UTF_8);
  }

  public @Nullable String textIfAny(Hole hole) {
    return has(hole) ? text(hole) : null;
  }
}
