package org.vacuumadvisor.fleet;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class FleetArchitectureTest {
  private static final String BASE = "org.vacuumadvisor.fleet";

  private static final JavaClasses FLEET =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(BASE);

  @Test
  void onlyTheArchiveKnowsDuckDb() {
    noClasses()
        .that()
        .resideOutsideOfPackage(BASE + ".archive")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.duckdb..", "java.sql..")
        .because("what stores the rows can be exchanged in one place")
        .check(FLEET);
  }

  @Test
  void theArchiveKnowsNothingOfItsUsers() {
    noClasses()
        .that()
        .resideInAPackage(BASE + ".archive")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            BASE + ".ingest..", BASE + ".watch..", BASE + ".history..", BASE + ".metrics..")
        .because("data flows down")
        .check(FLEET);
  }

  @Test
  void onlyTheMetricsKnowPrometheus() {
    noClasses()
        .that()
        .resideOutsideOfPackage(BASE + ".metrics")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.prometheus..")
        .because("a watch without metrics starts without their libraries")
        .check(FLEET);
  }

  @Test
  void everyPackageIsNullMarked() {
    classes()
        .that()
        .haveSimpleName("package-info")
        .should()
        .beAnnotatedWith(NullMarked.class)
        .check(FLEET);
  }
}
