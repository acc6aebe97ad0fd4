package org.vacuumadvisor.cli.program;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// What options are about, in the order in which help and manual pages tell them.
public enum OptionGroup {
  INPUT(
      "Input",
      "--targets --sample --survey --since --until --log --paste"
          + " --exact --exact-size --exact-time --log-format --log-line-prefix --each"),
  OWN("Options", ""),
  WATCH("How often", "--every --glance --once --at-once"),
  CONNECTION(
      "Connection",
      "--host --port --username --dbname --no-password --password" + " --all-databases --timeout"),
  CHOICE("What is shown", "--table --schema --min-severity --fail-on --slowest"),
  ARCHIVE("Archive", "--archive --cluster --keep-days --again --stale-after"),
  METRICS("Metrics", "--listen --textfile --top-tables --runbooks"),
  OUTPUT("Output", "--format --output --save-plan --verbose --color --no-color"),
  GENERAL("General", "--help --version");

  private final String heading;

  /// Their longest names, with a space between.
  private final String options;

  OptionGroup(String heading, String options) {
    this.heading = heading;
    this.options = options;
  }

  /// What stands above the options of this group in help texts and man pages.
  public String heading() {
    return heading;
  }

  /// The options of a command, group by group, each in the order of their names; groups without any
  /// are left out.
  public static Map<OptionGroup, List<OptionSpec>> of(CommandSpec command) {
    var groups = new EnumMap<OptionGroup, List<OptionSpec>>(OptionGroup.class);
    for (var group : values()) {
      var own =
          command.options().stream()
              .filter(each -> !each.hidden() && of(each) == group)
              .sorted((one, two) -> one.longestName().compareTo(two.longestName()))
              .toList();
      if (!own.isEmpty()) {
        groups.put(group, own);
      }
    }
    return groups;
  }

  private static OptionGroup of(OptionSpec option) {
    return Stream.of(values())
        .filter(each -> List.of(each.options.split(" ", -1)).contains(option.longestName()))
        .findFirst()
        .orElse(OWN);
  }
}
