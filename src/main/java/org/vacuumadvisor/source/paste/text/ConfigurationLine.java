package org.vacuumadvisor.source.paste.text;

import java.util.regex.Pattern;
import org.vacuumadvisor.postgres.Setting;

/// A line of `postgresql.conf` that sets nothing we judge: a default that stands there as a
/// comment, a setting that has nothing to do with vacuum, a heading.
public final class ConfigurationLine {
  private static final Pattern ASSIGNMENT =
      Pattern.compile("#?\\s{0,3}([a-z][a-z0-9_.]{2,62})\\s{0,20}=\\s{0,20}\\S.{0,200}");
  private static final Pattern HEADING = Pattern.compile("#\\s{0,3}-\\s.{1,60}\\s-|#-{3,}");

  private ConfigurationLine() {}

  /// Whether a line is one of a configuration file.
  ///
  /// @param line without blanks around it
  public static boolean isOne(String line) {
    if (HEADING.matcher(line).matches()) {
      return true;
    }
    var match = ASSIGNMENT.matcher(line);
    return match.matches() && isSetting(match.group(1), line.startsWith("#"));
  }

  /// One that we know counts here only as a comment: as a line of its own it was read before.
  private static boolean isSetting(String name, boolean isComment) {
    boolean isLikeOne = name.indexOf('_') > 0 || name.equals("fsync") || name.equals("port");
    return Setting.named(name).isPresent() ? isComment : isLikeOne;
  }
}
