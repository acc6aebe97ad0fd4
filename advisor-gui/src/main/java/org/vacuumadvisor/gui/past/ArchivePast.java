package org.vacuumadvisor.gui.past;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.fleet.history.ArchivedServer;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.report.Part;

/// What the archive that was chosen tells of the server that is open.
public sealed interface ArchivePast {
  /// No archive was chosen, or no server is open.
  record None() implements ArchivePast {}

  /// It is being read.
  record Reading(Path folder) implements ArchivePast {}

  /// It tells something.
  ///
  /// @param cluster what the server is called there
  /// @param clusters all that are in it
  /// @param moments of the whole server, in the order of time
  /// @param growth of tables, in bytes; without those that were seen only once
  /// @param kept who kept dead rows in that time
  record Known(
      Path folder,
      String cluster,
      List<String> clusters,
      List<ArchivedServer.Moment> moments,
      Map<RelationName, Long> growth,
      List<Part> kept)
      implements ArchivePast {
    public Known {
      clusters = List.copyOf(clusters);
      moments = List.copyOf(moments);
      growth = Map.copyOf(growth);
      kept = List.copyOf(kept);
    }
  }

  /// It tells nothing of this server, or cannot be read.
  ///
  /// @param why a sentence
  /// @param clusters those one may choose from
  record Failed(Path folder, String why, List<String> clusters) implements ArchivePast {
    public Failed {
      clusters = List.copyOf(clusters);
    }
  }
}
