package org.vacuumadvisor.report.data;

import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.XidAge;

/// The few figures that tell how a server fares, in a document.
record JsonFigures(Evidence evidence, Survey survey) {
  static void write(Evidence evidence, JsonText json) {
    json.object("figures", () -> new JsonFigures(evidence, evidence.survey()).members(json));
  }

  private void members(JsonText json) {
    boolean isCounted =
        !survey.server().standby()
            && survey.relations().stream()
                .anyMatch(each -> each.get(TableKeys.N_DEAD_TUP).isKnown());
    json.put("deadRows", Optional.of(deadRows()).filter(_ -> isCounted));
    json.put(
        "tablesPastThreshold",
        Optional.of(evidence.pastVacuumThreshold().size()).filter(_ -> isCounted));
    json.put("bytes", bytes());
    json.put("transactionAge", oldest(survey.databases().stream().map(Database::xidAge)));
    json.put("multixactAge", oldest(survey.databases().stream().map(Database::multixactAge)));
    json.put(
        "horizonAge",
        survey.horizonHolders().isEmpty() && evidence.holdersNotShown().isEmpty()
            ? Optional.of(0L)
            : oldest(survey.horizonHolders().stream().map(HorizonHolder::age)));
    json.put("transactionsPerSecond", evidence.xidsPerSecond());
  }

  private long deadRows() {
    return survey.relations().stream()
        .mapToLong(each -> each.get(TableKeys.N_DEAD_TUP).or(0L))
        .sum();
  }

  /// Of the tables that were read, with indexes and TOAST; empty where no size is known.
  private OptionalDouble bytes() {
    boolean isKnown = survey.relations().stream().anyMatch(each -> each.heapSize().isKnown());
    return isKnown
        ? OptionalDouble.of(survey.relations().stream().mapToDouble(JsonFigures::size).sum())
        : OptionalDouble.empty();
  }

  private static double size(Relation relation) {
    long indexes = relation.indexes().stream().mapToLong(index -> index.pages().count()).sum();
    return (double) relation.heapSize().or(Bytes.NONE).count()
        + (double) indexes * relation.blockSize();
  }

  /// Empty where none is known.
  private static Optional<Long> oldest(Stream<Reading<XidAge>> ages) {
    return ages.flatMap(each -> each.known().stream())
        .map(XidAge::count)
        .max(Comparator.naturalOrder());
  }
}
