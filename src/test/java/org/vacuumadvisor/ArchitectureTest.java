package org.vacuumadvisor;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends ArchitectureLaws {
  /// Who knows whom. Read it from the top: a package only knows packages above it. The last line is
  /// the front door, the base package itself.
  private static final String KNOWS =
      """
      unit:
      postgres:        unit
      catalogue:       unit postgres
      model:           unit postgres catalogue
      model.history:   postgres model
      action:          unit postgres model
      source:          unit postgres model
      source.conninfo: unit postgres source
      source.log:      unit model.history
      source.log.template: unit source.log
      source.log.file: model.history source
      source.log.line: unit model.history source.log source.log.file
      source.log.message: model.history source.log source.log.template
      source.log.reading: model.history source source.log source.log.file source.log.line source.log.message
      source.paste:    unit postgres catalogue model model.history source source.log.file source.log.line source.log.message source.log.reading
      source.jdbc:     unit postgres model source source.conninfo
      source.saved:    unit postgres catalogue model source
      workload:        unit postgres model model.history
      space:           unit postgres model
      evidence:        unit postgres catalogue model model.history workload
      diagnosis:       unit postgres model model.history action workload evidence
      diagnosis.rule.horizon: unit postgres model model.history action workload evidence diagnosis
      diagnosis.rule.space: unit postgres model model.history action workload space evidence diagnosis
      diagnosis.rule.lock: unit postgres model model.history action workload evidence diagnosis diagnosis.rule.space
      diagnosis.rule.threshold: unit postgres model model.history workload evidence diagnosis
      diagnosis.rule.worker: unit postgres model model.history workload evidence diagnosis
      diagnosis.rule.setting: unit postgres model model.history evidence diagnosis
      diagnosis.rule.wraparound: unit postgres model model.history workload evidence diagnosis diagnosis.rule.threshold
      diagnosis.rule:  unit postgres model model.history action workload evidence diagnosis diagnosis.rule.horizon diagnosis.rule.lock diagnosis.rule.space diagnosis.rule.threshold diagnosis.rule.worker diagnosis.rule.setting diagnosis.rule.wraparound
      forecast.cluster: unit postgres model model.history
      forecast.simulator: unit postgres model forecast.cluster
      forecast:        unit postgres model model.history forecast.cluster forecast.simulator
      advice.setting:  unit postgres model workload evidence diagnosis forecast.cluster forecast.simulator forecast
      advice:          unit postgres model action workload space evidence diagnosis advice.setting
      front door:      postgres model model.history source source.paste evidence diagnosis diagnosis.rule advice
      """;

  ArchitectureTest() {
    super(KNOWS);
  }

  /// Arrows that follow from others are left out.
  @Test
  void thePictureInTheDocumentationIsTheTable() throws IOException {
    var table = table();
    var arrows =
        KNOWS
            .lines()
            .map(line -> line.split(":", 2))
            .flatMap(line ->
                names(line[1]).stream()
                    .filter(known -> !isKnownByAnother(known, names(line[1]), table))
                    .map(known -> "    %s --> %s".formatted(line[0].replace(' ', '_'), known)))
            .toList();
    var page = Files.readString(Path.of("../docs/architecture.md"));
    var drawn = page.lines().filter(line -> line.contains(" --> ")).toList();

    assertEquals(String.join("\n", arrows), String.join("\n", drawn));
  }

  private static boolean isKnownByAnother(
      String name, List<String> names, Map<String, List<String>> table) {
    return names.stream()
        .filter(other -> !other.equals(name))
        .map(other -> table.getOrDefault(other, List.of()))
        .anyMatch(known -> known.contains(name) || isKnownByAnother(name, known, table));
  }

  @Test
  void onlySourcesTalkToADatabase() {
    noClasses()
        .that()
        .resideOutsideOfPackage(BASE + ".source..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.sql..")
        .check(CLASSES);
  }

  /// A rule may be part of another. As long as there is no package for rules there is nothing to
  /// list.
  @Test
  void everyRuleIsInTheRuleBook() {
    var rules =
        CLASSES.stream()
            .filter(each -> each.isAssignableTo(BASE + ".diagnosis.Rule"))
            .filter(each -> !each.getModifiers().contains(JavaModifier.ABSTRACT))
            .filter(JavaClass::isTopLevelClass)
            .map(JavaClass::getName)
            .toList();
    var listed =
        CLASSES.stream()
            .filter(each ->
                each.getSimpleName().equals("RuleBook")
                    || each.isAssignableTo(BASE + ".diagnosis.Rule"))
            .flatMap(each -> each.getConstructorCallsFromSelf().stream())
            .map(call -> call.getTargetOwner().getName())
            .toList();

    assertEquals(Set.of(), without(rules, listed));
    assertEquals(packages().contains("diagnosis.rule"), !listed.isEmpty());
  }
}
