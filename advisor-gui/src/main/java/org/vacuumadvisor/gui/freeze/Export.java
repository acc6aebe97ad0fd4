package org.vacuumadvisor.gui.freeze;

import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.report.FreezeCrontab;
import org.vacuumadvisor.freeze.report.FreezeIcs;
import org.vacuumadvisor.freeze.report.FreezeScript;

/// The files that a plan can be saved as.
enum Export {
  ICS("Calendar (.ics)…", "freeze.ics"),
  CRON("Crontab…", "freeze.crontab"),
  SQL("Statements (.sql)…", "freeze.sql");

  private final String label;
  private final String file;

  Export(String label, String file) {
    this.label = label;
    this.file = file;
  }

  String label() {
    return label;
  }

  /// The name that is proposed.
  String file() {
    return file;
  }

  String of(FreezePlan plan) {
    return switch (this) {
      case ICS -> FreezeIcs.of(plan);
      case CRON -> FreezeCrontab.of(plan);
      case SQL -> FreezeScript.of(plan);
    };
  }
}
