package org.vacuumadvisor;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.vacuumadvisor.postgres.Release;

class ArchitectureTest {
  private static final String BASE = "org.vacuumadvisor";

  /// Who knows whom. Read it from the top: a package only knows packages above it. The last line is
  /// the front door, the base package itself.
  private static final String KNOWS =
      """
      unit:
      postgres:        unit
      catalogue:       unit postgres
      model:           unit postgres catalogue
      model.history:   postgres model
      story:           unit model.history
      action:          unit postgres model
      source:          unit postgres model
      source.conninfo: postgres source
      source.log:      model.history
      source.log.template: unit source.log
      source.log.file: model.history source
      source.log.line: model.history source.log source.log.file
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
      diagnosis.rule.setting: unit postgres model model.history workload evidence diagnosis
      diagnosis.rule.wraparound: unit postgres model model.history workload evidence diagnosis diagnosis.rule.threshold
      diagnosis.rule:  unit postgres model model.history action workload evidence diagnosis diagnosis.rule.horizon diagnosis.rule.lock diagnosis.rule.space diagnosis.rule.threshold diagnosis.rule.worker diagnosis.rule.setting diagnosis.rule.wraparound
      forecast.cluster: unit postgres model model.history
      forecast.simulator: unit postgres model forecast.cluster
      forecast:        unit postgres model model.history forecast.cluster forecast.simulator
      freeze:          unit postgres model model.history action forecast.cluster
      advice.setting:  unit postgres model workload evidence diagnosis forecast.cluster forecast.simulator forecast
      advice:          unit postgres model action workload space evidence diagnosis advice.setting
      report:          unit postgres model model.history workload evidence diagnosis advice.setting advice
      report.assessment: unit postgres model model.history story workload space evidence diagnosis advice report
      report.data:     unit postgres model model.history story workload evidence diagnosis advice report
      verify:          unit postgres model model.history source workload evidence diagnosis advice report report.data
      forecast.report: unit postgres model forecast.cluster forecast.simulator forecast report report.data
      report.render:   unit postgres model evidence diagnosis advice report
      freeze.report:   unit postgres model diagnosis forecast.cluster freeze report report.data report.render
      front door:      postgres model model.history source source.paste evidence diagnosis diagnosis.rule advice
      """;

  private static final String FRONT_DOOR = "front door";

  /// Small libraries without dependencies of their own, and the annotations.
  private static final List<String> LIBRARIES =
      List.of(
          "java.",
          "javax.net.",
          "tools.jackson.core.",
          "com.github.luben.zstd.",
          "org.tukaani.xz.",
          "org.jspecify.annotations.");

  private static final JavaClasses ENGINE =
      new ClassFileImporter().importPath(Path.of("target/classes"));

  @TestFactory
  Stream<DynamicTest> packagesKnowOnlyWhatTheyMay() {
    return table().entrySet().stream()
        .map(line ->
            DynamicTest.dynamicTest(line.getKey(), () -> check(line.getKey(), line.getValue())));
  }

  /// What is allowed and not used would let a new arrow in unseen.
  @Test
  void everyPermissionIsUsed() {
    var unused = new TreeMap<String, Set<String>>();
    table()
        .forEach((line, allowed) -> {
          var rest = without(allowed, known(line));
          if (!rest.isEmpty()) {
            unused.put(line, rest);
          }
        });
    assertEquals(Map.of(), unused);
  }

  @Test
  void aPackageKnowsOnlyThoseAboveIt() {
    var above = new ArrayList<String>();
    KNOWS
        .lines()
        .map(line -> line.split(":", 2))
        .forEach(line -> {
          assertEquals(Set.of(), without(names(line[1]), above), line[0]);
          above.add(line[0]);
        });
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
  void everyPackageHasALine() {
    assertEquals(Set.of(), without(packages(), table().keySet()));
  }

  @Test
  void everyPackageIsNullMarked() {
    var marked =
        ENGINE.stream()
            .filter(each -> each.getSimpleName().equals("package-info"))
            .filter(each -> each.isAnnotatedWith(NullMarked.class))
            .map(ArchitectureTest::lineOf)
            .toList();

    assertEquals(Set.of(), without(packages(), marked));
  }

  @Test
  void knowsNoLibraryButTheSmallOnes() {
    noClasses()
        .should()
        .dependOnClassesThat(
            is("outside the engine and its few libraries", ArchitectureTest::isForeign))
        .because("a dependency of the engine needs a decision record")
        .check(ENGINE);
  }

  @Test
  void onlyThePostgresPackageComparesReleases() {
    noClasses()
        .that()
        .resideOutsideOfPackage(BASE + ".postgres..")
        .should()
        .accessTargetWhere(is("compares releases", ArchitectureTest::comparesReleases))
        .because("what depends on the release is a Feature, a Query variant or a Setting default")
        .check(ENGINE);
  }

  @Test
  void onlySourcesReadAClock() {
    noClasses()
        .that()
        .resideOutsideOfPackage(BASE + ".source..")
        .should()
        .accessTargetWhere(is("reads a clock", ArchitectureTest::readsClock))
        .because("the same survey gives the same assessment; the server's time is in the survey")
        .check(ENGINE);
  }

  @Test
  void onlySourcesTalkToADatabase() {
    noClasses()
        .that()
        .resideOutsideOfPackage(BASE + ".source..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.sql..")
        .check(ENGINE);
  }

  @Test
  void nothingIsPrintedOrLogged() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(BASE + ".source.conninfo.Attempt")
        .should()
        .accessTargetWhere(is("prints", ArchitectureTest::prints))
        .orShould()
        .dependOnClassesThat()
        .resideInAPackage("java.util.logging..")
        .because("what is worth saying is in the report")
        .check(ENGINE);
  }

  /// As long as there is no package for rules there is nothing to list.
  @Test
  void everyRuleIsInTheRuleBook() {
    var rules =
        ENGINE.stream()
            .filter(each -> each.isAssignableTo(BASE + ".diagnosis.Rule"))
            .filter(each -> !each.getModifiers().contains(JavaModifier.ABSTRACT))
            .filter(JavaClass::isTopLevelClass)
            .map(JavaClass::getName)
            .toList();
    var listed =
        ENGINE.stream()
            .filter(each -> each.getSimpleName().equals("RuleBook"))
            .flatMap(book -> book.getConstructorCallsFromSelf().stream())
            .map(call -> call.getTargetOwner().getName())
            .toList();

    assertEquals(Set.of(), without(rules, listed));
    assertEquals(packages().contains("diagnosis.rule"), !listed.isEmpty());
  }

  private static List<String> known(String line) {
    return ENGINE.stream()
        .filter(each -> lineOf(each).equals(line))
        .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
        .map(Dependency::getTargetClass)
        .filter(ArchitectureTest::isOurs)
        .map(ArchitectureTest::lineOf)
        .toList();
  }

  private static void check(String line, List<String> allowed) {
    var wrong =
        ENGINE.stream()
            .filter(each -> lineOf(each).equals(line))
            .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
            .filter(each -> isOurs(each.getTargetClass()))
            .filter(each -> !lineOf(each.getTargetClass()).equals(line))
            .filter(each -> !allowed.contains(lineOf(each.getTargetClass())))
            .map(Dependency::getDescription)
            .toList();
    assertEquals(List.of(), wrong);
  }

  private static Map<String, List<String>> table() {
    var table =
        KNOWS
            .lines()
            .map(line -> line.split(":", 2))
            .collect(toMap(line -> line[0], line -> names(line[1])));
    return table;
  }

  private static List<String> names(String names) {
    return names.isBlank() ? List.of() : List.of(names.strip().split("\\s+"));
  }

  private static Set<String> packages() {
    var found = new TreeSet<String>();
    ENGINE.forEach(each -> found.add(lineOf(each)));
    return found;
  }

  private static String lineOf(JavaClass type) {
    var name = type.getPackageName();
    return name.equals(BASE) ? FRONT_DOOR : name.substring(BASE.length() + 1);
  }

  private static boolean isOurs(JavaClass type) {
    return type.getPackageName().startsWith(BASE);
  }

  private static boolean isForeign(JavaClass type) {
    var name = type.getBaseComponentType();
    return !name.isPrimitive()
        && !isOurs(name)
        && LIBRARIES.stream().noneMatch(name.getName()::startsWith);
  }

  private static boolean comparesReleases(JavaAccess<?> access) {
    return access.getTargetOwner().isEquivalentTo(Release.class)
        && Set.of("compareTo", "ordinal").contains(access.getName());
  }

  private static boolean readsClock(JavaAccess<?> access) {
    var owner = access.getTargetOwner();
    var name = access.getName();
    return (owner.getPackageName().startsWith("java.time") && name.equals("now"))
        || (owner.isEquivalentTo(Clock.class) && name.startsWith("system"))
        || (owner.isEquivalentTo(System.class)
            && Set.of("currentTimeMillis", "nanoTime").contains(name))
        || (owner.isEquivalentTo(Date.class) && name.equals("<init>"));
  }

  private static boolean prints(JavaAccess<?> access) {
    return (access.getTargetOwner().isEquivalentTo(System.class)
            && Set.of("out", "err").contains(access.getName()))
        || (access.getTargetOwner().isAssignableTo(Throwable.class)
            && access.getName().equals("printStackTrace"))
        || access.getTargetOwner().getName().equals("java.lang.IO");
  }

  private static Set<String> without(Collection<String> names, Collection<String> removed) {
    var rest = new TreeSet<>(names);
    rest.removeAll(removed);
    return rest;
  }

  private static <T> DescribedPredicate<T> is(String description, Predicate<? super T> test) {
    return DescribedPredicate.describe(description, test);
  }
}
