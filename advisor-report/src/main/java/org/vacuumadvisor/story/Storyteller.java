package org.vacuumadvisor.story;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.PrintedName;
import org.vacuumadvisor.model.history.Run;

/// Tells runs one after another, each with the vacuum of the same table that came before it. It
/// remembers one vacuum of each of the tables that were met last.
public final class Storyteller {
  private static final int TABLES = 1_000;

  private final Map<PrintedName, Run> last =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<PrintedName, Run> eldest) {
          return size() > TABLES;
        }
      };

  /// The story of the next run.
  public Story tell(Run run) {
    var before = last.get(run.heading().name());
    if (run.heading().command() == Command.VACUUM && run.heading().name().table() != null) {
      last.put(run.heading().name(), run);
    }
    return Story.of(run, before);
  }

  /// The stories of runs in the order they were read.
  public static List<Story> all(List<Run> runs) {
    var teller = new Storyteller();
    return runs.stream().map(teller::tell).toList();
  }
}
