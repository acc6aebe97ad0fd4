package org.vacuumadvisor.report;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.XidAge;

/// The few figures that tell how a server fares. What is not known is not there.
public record Figures(Map<Name, Double> values) {

  /// Which figure, and what it counts.
  public enum Name {
    /// `n_dead_tup` of all tables that were read.
    DEAD_ROWS("deadRows"),
    /// Tables with more dead rows than autovacuum tolerates.
    TABLES_PAST_THRESHOLD("tablesPastThreshold"),
    /// Bytes of the tables that were read, with indexes and TOAST.
    SIZE("bytes"),
    /// The age of the oldest `datfrozenxid`.
    TRANSACTION_AGE("transactionAge"),
    /// The age of the oldest `datminmxid`, in multixact IDs.
    MULTIXACT_AGE("multixactAge"),
    /// The age of the oldest horizon that somebody holds.
    HORIZON_AGE("horizonAge"),
    /// Transaction IDs given out a second.
    TRANSACTIONS_PER_SECOND("transactionsPerSecond");

    private final String member;

    Name(String member) {
      this.member = member;
    }

    /// What it is called in JSON.
    public String member() {
      return member;
    }
  }

  public Figures {
    values = Collections.unmodifiableMap(copy(values));
  }

  private static Map<Name, Double> copy(Map<Name, Double> values) {
    var copy = new EnumMap<Name, Double>(Name.class);
    copy.putAll(values);
    return copy;
  }

  public static Figures of(Evidence evidence) {
    var survey = evidence.survey();
    var values = new EnumMap<Name, Double>(Name.class);
    boolean isCounted =
        survey.relations().stream()
            .anyMatch(each -> each.get(TableKeys.N_DEAD_TUP) instanceof Reading.Known);
    if (!survey.server().standby() && isCounted) {
      values.put(
          Name.DEAD_ROWS,
          survey.relations().stream()
              .mapToDouble(each -> (double) each.get(TableKeys.N_DEAD_TUP).or(0L))
              .sum());
      values.put(Name.TABLES_PAST_THRESHOLD, (double) evidence.pastVacuumThreshold().size());
    }
    if (survey.relations().stream().anyMatch(Figures::isSizeKnown)) {
      values.put(Name.SIZE, survey.relations().stream().mapToDouble(Figures::size).sum());
    }
    oldest(survey.databases().stream().map(Database::xidAge))
        .ifPresent(age -> values.put(Name.TRANSACTION_AGE, age));
    oldest(survey.databases().stream().map(Database::multixactAge))
        .ifPresent(age -> values.put(Name.MULTIXACT_AGE, age));
    oldest(survey.horizonHolders().stream().map(HorizonHolder::age))
        .ifPresent(age -> values.put(Name.HORIZON_AGE, age));
    if (survey.horizonHolders().isEmpty() && evidence.holdersNotShown().isEmpty()) {
      values.put(Name.HORIZON_AGE, 0.0);
    }
    evidence.xidsPerSecond().ifPresent(rate -> values.put(Name.TRANSACTIONS_PER_SECOND, rate));
    return new Figures(values);
  }

  public OptionalDouble value(Name name) {
    var value = values.get(name);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /// Empty where none is known.
  private static Optional<Double> oldest(Stream<Reading<XidAge>> ages) {
    return ages.flatMap(each -> each.known().stream())
        .map(age -> (double) age.count())
        .max(Double::compare);
  }

  private static boolean isSizeKnown(Relation relation) {
    return relation.extent().size() instanceof Reading.Known;
  }

  private static double size(Relation relation) {
    long indexes = relation.indexes().stream().mapToLong(index -> index.pages().count()).sum();
    return (double) relation.extent().size().or(Bytes.NONE).count()
        + (double) indexes * relation.extent().blockSize();
  }
}
