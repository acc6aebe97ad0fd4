package org.vacuumadvisor.cli;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.vacuumadvisor.cli.output.ProgressBar;
import org.vacuumadvisor.page.relation.RelationCheck;
import org.vacuumadvisor.page.relation.RelationFiles;
import org.vacuumadvisor.page.relation.RelationScan;
import org.vacuumadvisor.page.report.XrayReport;
import org.vacuumadvisor.source.SourceException;

/// The X-ray of a whole relation, on all processors.
record FileXray(RelationFiles relation, ProgressBar progress) {
  /// @param verify whether to look for damage, too
  XrayReport of(boolean verify) throws SourceException, InterruptedException {
    int threads = Runtime.getRuntime().availableProcessors();
    var xray = RelationScan.of(relation, threads, counting("reading pages"));
    var verification =
        verify
            ? Optional.of(RelationCheck.of(relation, threads, counting("verifying pages")))
            : Optional.<org.vacuumadvisor.page.xray.Verification>empty();
    return new XrayReport(
        relation.base().toString(),
        relation.incomplete(),
        Optional.of(xray),
        Optional.empty(),
        verification);
  }

  private LongConsumer counting(String what) {
    var done = new AtomicLong();
    return pages -> progress.step(what, done.addAndGet(pages), relation.pages());
  }
}
