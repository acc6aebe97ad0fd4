package org.vacuumadvisor.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.StringEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Statement;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class CliArchitectureTest {
  private static final JavaClasses CLI =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.vacuumadvisor.cli");

  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.vacuumadvisor");

  private static final String WRITER = "org.vacuumadvisor.cli.apply.Writer";
  private static final String ARCHIVE = "org.vacuumadvisor.fleet.archive.Duck";
  private static final String[] LAB = {"org.vacuumadvisor.lab..", "org.vacuumadvisor.cli.lab"};
  private static final Set<String> CHANGING =
      Set.of("execute", "executeUpdate", "executeLargeUpdate", "executeBatch", "executeLargeBatch");

  private static final Pattern STATEMENT =
      Pattern.compile(
          "(?s)(^|;)\\s*(ALTER|CREATE(?! EXTENSION pgstattuple in"
              + " it)|DROP|INSERT|UPDATE|DELETE|MERGE|TRUNCATE|VACUUM|ANALYZE"
              + "|REINDEX|CLUSTER|GRANT|REVOKE|COPY|LOCK|COMMENT|CALL|DO|NOTIFY)\\s+\\S"
              + "|READ\\s+WRITE"
              + "|SELECT\\s+(pg_catalog\\.)?pg_(terminate_backend|cancel_backend|reload_conf"
              + "|drop_replication_slot|switch_wal|promote|advisory)");

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
            "org.vacuumadvisor.cli.apply",
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

  /// The others that execute set limits of our own sessions, or write our archive; the demo and the
  /// lab start servers of their own.
  @Test
  void onlyTheWriterExecutes() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(WRITER)
        .and()
        .doNotHaveFullyQualifiedName("org.vacuumadvisor.source.jdbc.Session")
        .and()
        .doNotHaveFullyQualifiedName("org.vacuumadvisor.source.conninfo.PooledConnection")
        .and()
        .doNotHaveFullyQualifiedName(ARCHIVE)
        .and()
        .resideOutsideOfPackages(LAB)
        .should()
        .callMethodWhere(
            describe(
                "executes what may change a server",
                call ->
                    call.getTargetOwner().isAssignableTo(Statement.class)
                        && CHANGING.contains(call.getName())))
        .because("one class changes a server, on the command apply alone")
        .check(ALL);
  }

  /// A query can change a server as well: who talks to one has no statement that does. What to run
  /// for exact figures is a hint for a person.
  @Test
  void onlyTheWriterHasStatementsThatChangeAServer() throws IOException {
    var found = new TreeSet<String>();
    for (var each : ALL) {
      var talks =
          each.getDirectDependenciesFromSelf().stream()
              .anyMatch(on -> on.getTargetClass().getPackageName().equals("java.sql"));
      if (talks
          && !each.getPackageName().startsWith("org.vacuumadvisor.lab")
          && !each.getPackageName().equals("org.vacuumadvisor.cli.lab")
          && !each.getPackageName().equals("org.vacuumadvisor.fleet.archive")) {
        constants(each)
            .filter(text -> STATEMENT.matcher(text).find())
            .forEach(_ -> found.add(each.getFullName()));
      }
    }

    assertEquals(Set.of(WRITER), found);
  }

  /// Those that lie beside a class as files.
  @Test
  void noStatementInAFileChangesAServer() throws IOException {
    var folder = Path.of("src/main/resources/org/vacuumadvisor/cli");
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(each -> each.toString().endsWith(".sql")).toList()) {
        var statement = Files.readString(file).replaceAll("(?m)^\\s*--.*\\R", "");
        assertTrue(statement.startsWith("SELECT "), file::toString);
        assertFalse(STATEMENT.matcher(statement).find(), file::toString);
      }
    }
  }

  private static Stream<String> constants(JavaClass type) throws IOException {
    var file = "/" + type.getFullName().replace('.', '/') + ".class";
    try (var bytes = Objects.requireNonNull(VacuumAdvisor.class.getResourceAsStream(file), file)) {
      var pool = ClassFile.of().parse(bytes.readAllBytes()).constantPool();
      return StreamSupport.stream(pool.spliterator(), false)
          .flatMap(entry ->
              entry instanceof StringEntry text ? Stream.of(text.stringValue()) : Stream.of());
    }
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
