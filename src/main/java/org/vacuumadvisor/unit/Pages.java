package org.vacuumadvisor.unit;

/// A number of pages (blocks) of a relation. How many bytes a page has is a property of the server.
public record Pages(long count) implements Comparable<Pages> {
  public static final Pages NONE = new Pages(0);

  /// @throws IllegalArgumentException if negative
  public Pages {
    if (count < 0) {
      throw new IllegalArgumentException("a number of pages cannot be " + count);
    }
  }

  /// The room they take, with the server's `block_size`.
  public Bytes bytes(int blockSize) {
    return new Bytes(Math.multiplyExact(count, (long) blockSize));
  }

  /// Which part of `total` they are; none of an empty relation.
  public Share of(Pages total) {
    return Share.of(count, total.count);
  }

  public Pages plus(Pages other) {
    return new Pages(count + other.count);
  }

  @Override
  public int compareTo(Pages other) {
    return Long.compare(count, other.count);
  }

  @Override
  public String toString() {
    return Quantities.counted(count, "page");
  }
}
