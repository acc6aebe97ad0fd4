package org.vacuumadvisor.page;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PageArchitectureTest {
  private static final String PAGE = "org.vacuumadvisor.page";

  /// Bytes below, what is seen in them above; only what brings pages and what shows them knows
  /// more.
  @Test
  void aPackageKnowsOnlyThoseBelowIt() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("page")
        .definedBy(PAGE)
        .layer("prune")
        .definedBy(PAGE + ".prune")
        .layer("xray")
        .definedBy(PAGE + ".xray")
        .layer("relation")
        .definedBy(PAGE + ".relation")
        .layer("report")
        .definedBy(PAGE + ".report")
        .whereLayer("prune")
        .mayOnlyBeAccessedByLayers("xray")
        .whereLayer("xray")
        .mayOnlyBeAccessedByLayers("relation", "report")
        .whereLayer("relation")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("report")
        .mayNotBeAccessedByAnyLayer()
        .check(new ClassFileImporter().importPath(Path.of("target/classes")));
  }
}
