package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tables, databases and settings may be called as columns of PostgreSQL's views are: `state`,
/// `query`, `autovacuum`. As psql prints them without a frame, and clients on their side.
class NamesLikeHeadingsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "'name,setting§autovacuum,off'#Autovacuum is switched off on the server",
        "'autovacuum|off§autovacuum_naptime|60'#Autovacuum is switched off on the server",
        "'name|autovacuum§setting|off§unit|§§name|fsync§setting|on§unit|'"
            + "#Autovacuum is switched off on the server",
        "'Name|Value§autovacuum|off§fsync|on'#Autovacuum is switched off on the server",
        "'relname|n_dead_tup§state|9000000§orders|5'#state has 9,000,000 dead rows",
        "'relname|n_dead_tup§orders|5000000§query|10'#orders has 5,000,000 dead rows",
        "'datname|age§autovacuum|2100000000§shop|5'#Database autovacuum: 44.5 million"
      })
  void aNameIsNoHeading(String text, String headline) {
    var findings = RuleBook.examine(Pasted.evidence(text.replace('§', '\n')));

    assertTrue(
        findings.stream().anyMatch(each -> each.headline().contains(headline)),
        findings.toString());
  }
}
