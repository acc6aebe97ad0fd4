package org.vacuumadvisor.forecast.cluster;

/// How fast the server works when nothing throttles it. The prior is that of a virtual machine with
/// network storage, and wide; runs in logs tell better ([MachineFit]).
///
/// @param readMegabytes a second from disk, all workers together
/// @param pageSeconds of CPU each time a page is looked at, of a table, a map or an index
/// @param deadRowSeconds of CPU to remove a dead row, of each pass over it
/// @param indexPageSeconds of CPU to clean a page of an index besides
/// @param runSeconds what each run takes besides
/// @param sleepSeconds what each sleep takes longer than asked for
/// @param doubt factor between the likely speed and a speed ten in a hundred servers fall below
public record Machine(
    double readMegabytes,
    double pageSeconds,
    double deadRowSeconds,
    double indexPageSeconds,
    double runSeconds,
    double sleepSeconds,
    double doubt) {
  private static final double MEGABYTE = 1024 * 1024;

  public static final Machine PRIOR = new Machine(200, 4e-6, 0.2e-6, 15e-6, 0.002, 0.12e-3, 2.5);

  /// How long a vacuum takes without sleeping: processor and disk work at the same time.
  ///
  /// @param looks at pages, found in shared buffers or read
  /// @param reads those of them that were read
  /// @param removed rows, once for each pass over them
  public double busySeconds(
      double looks, double reads, double removed, double indexPages, double blockSize) {
    double cpu = looks * pageSeconds + removed * deadRowSeconds + indexPages * indexPageSeconds;
    return Math.max(cpu, reads * blockSize / (readMegabytes * MEGABYTE)) + runSeconds;
  }

  /// The same with everything but the sleeping taking `factor` times as long.
  ///
  /// @param known within this factor
  public Machine slower(double factor, double known) {
    return new Machine(
        readMegabytes / factor,
        pageSeconds * factor,
        deadRowSeconds * factor,
        indexPageSeconds * factor,
        runSeconds * factor,
        sleepSeconds,
        known);
  }
}
