package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;

/// A rule comes whole: with an id that was agreed on, a page and a test.
class RuleBookTest {
  private static final Path PAGES = Path.of("..", "docs", "rules");

  /// The parts of a page, in this order.
  private static final List<String> PARTS =
      List.of(
          "## Why it matters",
          "## How we know",
          "## What to do",
          "## When to ignore it",
          "## Example");

  /// All ids there shall ever be; scripts rely on them.
  private static final Set<String> AGREED =
      Set.of(
          """
          queue-without-index xmin-held xmin-held-by-transaction xmin-held-by-slot xmin-held-by-standby
          xmin-held-by-prepared xmin-held-by-defer-cleanup-age
          threshold-too-high threshold-too-low insert-threshold-too-high visibility-map-stale
          statistics-stale partition-parent-not-analyzed
          cost-throttled worker-starvation workers-without-cost-limit cost-balance-bypassed
          index-passes naptime-too-long lock-blocked lock-queue autovacuum-cancelled autovacuum-disabled
          pinned-page-skipped logging-too-weak inert-setting risky-setting
          wraparound-near wraparound-shutdown wraparound-table-cannot-advance antiwraparound-normal
          antiwraparound-blocks-ddl insert-only-freeze freeze-collision failsafe-active
          multixact-near
          heap-bloat index-bloat toast-bloat toast-dominates catalog-bloat bloat-estimate-wrong
          low-hot-ratio
          standby-lock-conflict truncation-lock
          corrupt-index corrupt-heap known-bug server-message
          healthy vm-skip-normal index-scan-bypassed-normal
          stats-lost need-more-data\
          """
              .split("\\s+"));

  static List<String> ids() {
    return RuleBook.ids();
  }

  @Test
  void idsAreUniqueAndAgreedOn() {
    assertEquals(ids().size(), new HashSet<>(ids()).size());
    assertTrue(AGREED.containsAll(ids()), ids().toString());
    assertTrue(ids().stream().allMatch(id -> id.matches("[a-z]+(-[a-z]+)*")));
  }

  @Test
  void aRuleIsNamedAsItsFindings() {
    for (var rule : RuleBook.RULES) {
      assertEquals(kebab(rule.getClass().getSimpleName()), rule.id());
    }
    assertEquals(kebab(Healthy.class.getSimpleName()), Healthy.ID);
  }

  @Test
  void everyRuleHasATest() {
    for (var type : types().toList()) {
      var test = type.getName().replace('.', '/') + "Test.class";
      assertTrue(type.getClassLoader().getResource(test) != null, test);
    }
  }

  @ParameterizedTest
  @MethodSource("ids")
  void everyIdHasItsPage(String id) throws IOException {
    var page = Files.readString(PAGES.resolve(id + ".md"));

    assertEquals("# " + id, page.lines().findFirst().orElseThrow());
    assertEquals(PARTS, page.lines().filter(line -> line.startsWith("## ")).toList());
  }

  @Test
  void theIndexListsThePagesInTheOrderOfTheBook() throws IOException {
    var linked =
        Files.readString(PAGES.resolve("README.md"))
            .lines()
            .filter(line -> line.startsWith("- ["))
            .map(line -> line.substring(3, line.indexOf(']')))
            .toList();

    assertEquals(ids(), linked);
  }

  @Test
  void thereIsNoPageWithoutARule() throws IOException {
    try (var files = Files.list(PAGES)) {
      var pages =
          files.map(each -> each.getFileName().toString().replace(".md", "")).sorted().toList();

      assertEquals(Stream.concat(Stream.of("README"), ids().stream()).sorted().toList(), pages);
    }
  }

  @Test
  void tellsTheWorstFirstAndThenByTheOrderOfTheBook() {
    var given =
        Given.server()
            .with(Given.table("a").with("autovacuum_enabled", "off"))
            .with(Holders.slotOfStandby("s", false, 5))
            .databaseAge(1_700_000_000);

    assertEquals(
        List.of("wraparound-near", "xmin-held-by-slot", "autovacuum-disabled"),
        RuleBook.examine(given.evidence()).stream().map(Finding::id).toList());
    assertEquals(Severity.CRITICAL, RuleBook.examine(given.evidence()).getFirst().severity());
  }

  private static Stream<Class<?>> types() {
    return Stream.concat(RuleBook.RULES.stream().map(Object::getClass), Stream.of(Healthy.class));
  }

  private static String kebab(String name) {
    return name.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }
}
