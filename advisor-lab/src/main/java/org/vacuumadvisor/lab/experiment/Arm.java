package org.vacuumadvisor.lab.experiment;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.lab.workload.Script;

/// What is compared in an experiment: the same work on the same data, one thing different.
///
/// @param name on the command line: `advised`
/// @param meaning what it is, in a few words
/// @param sql each one statement, run once the tables are loaded
/// @param beside what goes on beside the clients
/// @param followsAdvice whether what the advisor recommends is done after these statements
public record Arm(
    String name, String meaning, List<String> sql, Optional<Script> beside, boolean followsAdvice) {
  static final Arm DEFAULT = of("default", "the server's defaults");
  static final Arm ADVISED =
      of("advised", "what the advisor recommends after looking at the defaults at work")
          .thenAdvised();

  public Arm {
    sql = List.copyOf(sql);
  }

  static Arm of(String name, String meaning, String... sql) {
    return new Arm(name, meaning, List.of(sql), Optional.empty(), false);
  }

  static Arm of(Rival rival) {
    return of(
        rival.label(), rival.meaning(), rival.statements(Integer.MAX_VALUE).toArray(String[]::new));
  }

  Arm beside(Script work) {
    return new Arm(name, meaning, sql, Optional.of(work), followsAdvice);
  }

  Arm thenAdvised() {
    return new Arm(name, meaning, sql, beside, true);
  }
}
