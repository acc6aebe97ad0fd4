package org.vacuumadvisor.forecast.simulator;

import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.IndexStart;
import org.vacuumadvisor.postgres.Setting;

/// Which part of a table vacuum finds in shared buffers. Where logs do not tell, a small table that
/// is written to is held to be there, and of the rest as much as fits.
record Caching(double buffers, double common) {
  private static final double SMALL = 0.1;

  /// A page that queries read lately is rather in shared buffers than one that nobody reads.
  private static final double OF_SMALL = 0.98;

  static Caching of(Cluster cluster) {
    double block = (double) cluster.blockSize();
    double buffers =
        cluster
            .settings()
            .bytes(Setting.SHARED_BUFFERS)
            .map(each -> (double) each.count() / block)
            .orElse(16_384.0);
    double all =
        cluster.tables().stream()
            .mapToDouble(each ->
                each.heap().pages() + each.indexes().stream().mapToDouble(IndexStart::pages).sum())
            .sum();
    return new Caching(buffers, Math.min(OF_SMALL, buffers / Math.max(1, all)));
  }

  double share(TableState table) {
    double size = table.pages + table.indexes.pages();
    var told = table.start.cached();
    double known = told.isPresent() ? told.get() : size <= buffers * SMALL ? OF_SMALL : common;
    return Math.min(known, size > 0 ? Math.max(0.01, buffers / size) : 1);
  }
}
