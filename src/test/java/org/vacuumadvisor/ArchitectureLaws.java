package org.vacuumadvisor;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
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

/// What holds for the engine and for the modules that are as pure: a package knows only what its
/// line in the table allows, and none reads a clock, prints, or needs a large library.
public abstract class ArchitectureLaws {
  /// The package that all others lie in.
  protected static final String BASE = "org.vacuumadvisor";

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

  /// The classes of the module.
  protected static final JavaClasses CLASSES =
      new ClassFileImporter().importPath(Path.of("target/classes"));

  private final String knows;

  /// @param knows who knows whom: a line for each package of the module. Read it from the top: a
  ///   package only knows packages above it, and of other modules
  protected ArchitectureLaws(String knows) {
    this.knows = knows;
  }

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
    var below = new ArrayList<>(table().keySet());
    knows
        .lines()
        .map(line -> line.split(":", 2))
        .forEach(line -> {
          assertTrue(Collections.disjoint(names(line[1]), below), line[0]);
          below.remove(line[0]);
        });
  }

  @Test
  void everyPackageHasALine() {
    assertEquals(Set.of(), without(packages(), table().keySet()));
  }

  @Test
  void everyPackageIsNullMarked() {
    var marked =
        CLASSES.stream()
            .filter(each -> each.getSimpleName().equals("package-info"))
            .filter(each -> each.isAnnotatedWith(NullMarked.class))
            .map(ArchitectureLaws::lineOf)
            .toList();

    assertEquals(Set.of(), without(packages(), marked));
  }

  @Test
  void knowsNoLibraryButTheSmallOnes() {
    noClasses()
        .should()
        .dependOnClassesThat(
            is("outside the engine and its few libraries", ArchitectureLaws::isForeign))
        .because("a dependency of the engine needs a decision record")
        .check(CLASSES);
  }

  @Test
  void onlyThePostgresPackageComparesReleases() {
    noClasses()
        .that()
        .resideOutsideOfPackage(BASE + ".postgres..")
        .should()
        .accessTargetWhere(is("compares releases", ArchitectureLaws::comparesReleases))
        .because("what depends on the release is a Feature, a Query variant or a Setting default")
        .check(CLASSES);
  }

  @Test
  void onlySourcesReadAClock() {
    noClasses()
        .that()
        .resideOutsideOfPackage(BASE + ".source..")
        .should()
        .accessTargetWhere(is("reads a clock", ArchitectureLaws::readsClock))
        .because("the same survey gives the same assessment; the server's time is in the survey")
        .check(CLASSES);
  }

  @Test
  void nothingIsPrintedOrLogged() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(BASE + ".source.conninfo.Attempt")
        .should()
        .accessTargetWhere(is("prints", ArchitectureLaws::prints))
        .orShould()
        .dependOnClassesThat()
        .resideInAPackage("java.util.logging..")
        .because("what is worth saying is in the report")
        .check(CLASSES);
  }

  private static List<String> known(String line) {
    return CLASSES.stream()
        .filter(each -> lineOf(each).equals(line))
        .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
        .map(Dependency::getTargetClass)
        .filter(ArchitectureLaws::isOurs)
        .map(ArchitectureLaws::lineOf)
        .toList();
  }

  private static void check(String line, List<String> allowed) {
    var wrong =
        CLASSES.stream()
            .filter(each -> lineOf(each).equals(line))
            .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
            .filter(each -> isOurs(each.getTargetClass()))
            .filter(each -> !lineOf(each.getTargetClass()).equals(line))
            .filter(each -> !allowed.contains(lineOf(each.getTargetClass())))
            .map(Dependency::getDescription)
            .toList();
    assertEquals(List.of(), wrong);
  }

  /// Each package of the module, with those that it may know.
  protected final Map<String, List<String>> table() {
    return knows
        .lines()
        .map(line -> line.split(":", 2))
        .collect(toMap(line -> line[0], line -> names(line[1])));
  }

  /// The packages that a line of the table names.
  protected static List<String> names(String names) {
    return names.isBlank() ? List.of() : List.of(names.strip().split("\\s+"));
  }

  /// The packages of the module.
  protected static Set<String> packages() {
    var found = new TreeSet<String>();
    CLASSES.forEach(each -> found.add(lineOf(each)));
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

  /// What is in the first and not in the second.
  protected static Set<String> without(Collection<String> names, Collection<String> removed) {
    var rest = new TreeSet<>(names);
    rest.removeAll(removed);
    return rest;
  }

  private static <T> DescribedPredicate<T> is(String description, Predicate<? super T> test) {
    return DescribedPredicate.describe(description, test);
  }
}
