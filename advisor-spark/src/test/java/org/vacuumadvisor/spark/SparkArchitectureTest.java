package org.vacuumadvisor.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.source.log.reading.RunReader;

class SparkArchitectureTest {
  private static final JavaClasses JOB =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.vacuumadvisor.spark");

  @Test
  void theJobKnowsTheArchiveAndNotWhatStoresIt() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.duckdb..", "java.sql..")
        .because("the archive is written in one place")
        .check(JOB);
  }

  @Test
  void theJobReadsLogsAsIngestDoes() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("..source.log.message..")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(RunReader.class)
        .because("logs are read in one place")
        .check(JOB);
  }

  @Test
  void everyPackageIsNullMarked() {
    classes()
        .that()
        .haveSimpleName("package-info")
        .should()
        .beAnnotatedWith(NullMarked.class)
        .check(JOB);
  }
}
