package org.vacuumadvisor.freeze;

import org.vacuumadvisor.ArchitectureLaws;

class FreezeArchitectureTest extends ArchitectureLaws {
  FreezeArchitectureTest() {
    super(
        """
        freeze:        unit postgres model model.history forecast.cluster
        freeze.report: unit postgres model diagnosis forecast.cluster freeze report report.data
        """);
  }
}
