package org.vacuumadvisor.verify;

import org.vacuumadvisor.ArchitectureLaws;

class VerifyArchitectureTest extends ArchitectureLaws {
  VerifyArchitectureTest() {
    super(
        """
        verify: unit postgres model model.history source workload evidence diagnosis advice report report.data
        """);
  }
}
