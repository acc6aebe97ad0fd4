package org.vacuumadvisor.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class CliArchitectureTest {
  private static final JavaClasses CLI =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.vacuumadvisor.cli");

  @Test
  void onlyTheDemoAndTheLabKnowTheLab() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.vacuumadvisor.cli.lab")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.vacuumadvisor.lab..")
        .because("a distribution can leave out the demo and the lab by leaving out the lab's jar")
        .check(CLI);
  }

  @Test
  void onlyTheCommandsOfTheArchiveKnowTheFleet() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.vacuumadvisor.cli.archive")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.vacuumadvisor.fleet..")
        .because("all other commands start without DuckDB")
        .check(CLI);
  }

  @Test
  void whatCommandsShareKnowsNoCommand() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("commands")
        .definedBy(
            "org.vacuumadvisor.cli",
            "org.vacuumadvisor.cli.archive",
            "org.vacuumadvisor.cli.install",
            "org.vacuumadvisor.cli.lab")
        .layer("options")
        .definedBy("org.vacuumadvisor.cli.option")
        .layer("program and output")
        .definedBy("org.vacuumadvisor.cli.program", "org.vacuumadvisor.cli.output")
        .whereLayer("commands")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("options")
        .mayOnlyBeAccessedByLayers("commands")
        .check(CLI);
  }

  @Test
  void nothingBypassesTheStreamsOfTheCommand() {
    noClasses()
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .because("the streams of the process are not in UTF-8, and no test sees them")
        .check(CLI);
  }
}
