package org.vacuumadvisor.fleet.metrics;

import java.util.List;
import org.vacuumadvisor.fleet.watch.Look;

/// What a survey and its assessment give: at most some 2,000 values, however large the server is.
final class SurveySamples {
  private static final int MOST_FINDINGS = 250;
  private static final int MOST_PROBLEMS = 50;
  private static final int MOST_DATABASES = 40;

  private SurveySamples() {}

  static List<Sample> of(Look.Full look, MetricsOptions options) {
    var samples = new Samples(look.target().name());
    var assessment = look.assessment();
    var evidence = assessment.evidence();
    FindingSamples.add(assessment, MOST_FINDINGS, MOST_PROBLEMS, samples);
    LimitSamples.add(evidence, samples);
    DatabaseSamples.add(evidence, MOST_DATABASES, samples);
    TableSamples.add(evidence, options.topTables(), samples);
    samples.add(Metric.SURVEY_GAPS, evidence.survey().coverage().gaps().size());
    return samples.list();
  }
}
