package org.vacuumadvisor.forecast;

/// How fast the server works when nothing throttles it. The prior is that of a virtual machine with
/// network storage, and wide; runs in logs tell better ([MachineFit]).
///
/// @param readMegabytes a second from disk, all workers together
/// @param heapPageSeconds of CPU to look at a page of a table
/// @param deadRowSeconds of CPU to remove a dead row, of each pass over it
/// @param indexPageSeconds of CPU to clean a page of an index
/// @param runSeconds what each run takes besides
/// @param sleepSeconds what each sleep takes longer than asked for
/// @param doubt factor between the likely speed and a speed ten in a hundred servers fall below
public record Machine(
    double readMegabytes,
    double heapPageSeconds,
    double deadRowSeconds,
    double indexPageSeconds,
    double runSeconds,
    double sleepSeconds,
    double doubt) {
  public static final Machine PRIOR = new Machine(200, 10e-6, 0.2e-6, 20e-6, 0.002, 0.1e-3, 2.5);

  /// The same with everything but the sleeping taking `factor` times as long.
  public Machine slower(double factor) {
    return new Machine(
        readMegabytes / factor,
        heapPageSeconds * factor,
        deadRowSeconds * factor,
        indexPageSeconds * factor,
        runSeconds * factor,
        sleepSeconds,
        doubt);
  }

  /// The same, known better or worse.
  public Machine doubted(double factor) {
    return new Machine(
        readMegabytes,
        heapPageSeconds,
        deadRowSeconds,
        indexPageSeconds,
        runSeconds,
        sleepSeconds,
        factor);
  }
}
