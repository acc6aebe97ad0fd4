package org.vacuumadvisor.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.vacuumadvisor.postgres.SettingSql;
import org.vacuumadvisor.unit.Resource;

/// Who sets a server up: the advisor, nobody, or a rule of thumb of somebody who does not look at
/// the server first, or looks at what everybody looks at. Its settings are in `article.conf` and so
/// on, what only a start makes work behind the word `start`; a statement more is in `dba.sql`.
public enum Rival {
  NOBODY("as it is, most with a setting that somebody got wrong"),
  ARTICLE("the settings of an article on queues (Tembo, 2023)"),
  PGTUNE("what pgtune prints for an OLTP server of 4 GB and 2 processors"),
  AZURE("the five settings of the server that Azure tunes, at the busy end of its guide"),
  DBA("an experienced administrator's: everybody's rules, large tables and queues by themselves"),
  ADVISOR("what the advisor says after it has looked at this server");

  private static final String NAPTIME = "autovacuum_naptime";
  private static final String START = "start ";

  private final String meaning;

  Rival(String meaning) {
    this.meaning = meaning;
  }

  /// Its name on the command line: `pgtune`.
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// What it does, in a few words.
  public String meaning() {
    return meaning;
  }

  /// Settings that its server starts with, as only a start makes them work.
  public Map<String, String> atStart() {
    return settings(true);
  }

  private Map<String, String> settings(boolean areOfStart) {
    var settings = new LinkedHashMap<String, String>();
    Resource.ifAny(Rival.class, label() + ".conf").stream()
        .flatMap(String::lines)
        .filter(each -> !each.startsWith("#") && each.startsWith(START) == areOfStart)
        .map(each -> each.replaceFirst(START, "").split(" = ", 2))
        .forEach(sides -> settings.put(sides[0], sides[1]));
    return settings;
  }

  /// The statements that set up a server at work. A naptime that is shorter already stays: in
  /// experiments an hour is made to pass in minutes by it.
  ///
  /// @param naptimeSeconds of the server as it is
  public List<String> statements(int naptimeSeconds) {
    var statements = new ArrayList<String>();
    settings(false)
        .forEach((name, value) -> {
          if (!name.equals(NAPTIME) || seconds(value) < naptimeSeconds) {
            statements.add(SettingSql.ofServer(name, value));
          }
        });
    Resource.ifAny(Rival.class, label() + ".sql").map(String::strip).ifPresent(statements::add);
    return statements;
  }

  private static int seconds(String value) {
    return Integer.parseInt(value.substring(0, value.length() - 1));
  }
}
