package org.vacuumadvisor.fleet.ingest;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.SourceException;

/// Which cluster a log is of: the one that the user named, what a pattern finds in its path, or
/// else the name of the folder it is in.
///
/// @param fixed one name for all logs
/// @param pattern its first group, or all of it if it has none, is the name
public record ClusterNames(@Nullable String fixed, @Nullable Pattern pattern)
    implements Serializable {

  /// Each log is named for its folder.
  public static final ClusterNames BY_FOLDER = new ClusterNames(null, null);

  /// The name of a log's cluster.
  ///
  /// @throws SourceException if the pattern finds none
  String of(Path log) throws SourceException {
    if (fixed != null) {
      return fixed;
    }
    var path = log.toAbsolutePath().normalize();
    if (pattern == null) {
      var folder = path.getParent();
      var name = folder == null ? null : folder.getFileName();
      return name == null ? "" : name.toString();
    }
    var found = pattern.matcher(path.toString());
    if (!found.find()) {
      throw new SourceException(
          "The pattern %s finds no cluster's name in %s. Its first group is the name."
              .formatted(pattern, path));
    }
    var name = found.groupCount() > 0 ? found.group(1) : found.group();
    return name == null ? found.group() : name;
  }
}
