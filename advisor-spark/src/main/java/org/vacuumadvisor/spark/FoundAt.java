package org.vacuumadvisor.spark;

import java.io.Serializable;
import java.util.Comparator;

/// Where messages were found. In this order one process would come across them.
///
/// @param cluster its number in the batch
/// @param log its number in the batch
/// @param part of the log
/// @param number within the part
record FoundAt(int cluster, int log, int part, int number)
    implements Serializable, Comparable<FoundAt> {
  private static final Comparator<FoundAt> ORDER =
      Comparator.comparingInt(FoundAt::cluster)
          .thenComparingInt(FoundAt::log)
          .thenComparingInt(FoundAt::part)
          .thenComparingInt(FoundAt::number);

  @Override
  public int compareTo(FoundAt other) {
    return ORDER.compare(this, other);
  }
}
