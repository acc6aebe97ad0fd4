package org.vacuumadvisor.report;

import org.vacuumadvisor.ArchitectureLaws;

class ReportArchitectureTest extends ArchitectureLaws {
  ReportArchitectureTest() {
    super(
        """
        story:             unit model.history
        report:            unit postgres model model.history workload evidence diagnosis advice.setting advice
        report.assessment: unit postgres model model.history story workload space evidence diagnosis advice report
        report.data:       unit postgres model model.history story workload evidence diagnosis advice report
        report.render:     unit postgres model evidence diagnosis advice report
        forecast.report:   unit postgres model forecast.cluster forecast.simulator forecast report report.data
        """);
  }
}
