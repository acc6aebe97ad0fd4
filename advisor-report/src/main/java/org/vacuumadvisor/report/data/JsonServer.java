package org.vacuumadvisor.report.data;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Coverage;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.postgres.ReleaseRange;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Period;

/// Which server a document is about, what time, and what could not be seen.
final class JsonServer {
  private JsonServer() {}

  static void server(Evidence evidence, JsonText json) {
    var survey = evidence.survey();
    json.object(
        "server",
        () -> {
          JsonReport.SHAPES.write("server", survey.server(), json);
          json.put("release", release(evidence));
          json.put(
              "databases",
              survey.databases().stream().filter(Database::surveyed).map(Database::name).toList());
          json.put("surveyedAt", surveyedAt(survey));
        });
  }

  /// Null where pasted figures or messages leave open which it is.
  private static @Nullable String release(Evidence evidence) {
    var survey = evidence.survey();
    if (!evidence.isServerSeen()) {
      return evidence
          .history()
          .map(History::releases)
          .filter(ReleaseRange::isOne)
          .map(one -> one.latest().major())
          .orElse(null);
    }
    boolean isKnown = survey.coverage().pasted().filter(each -> !each.releases().isOne()).isEmpty();
    return isKnown ? survey.server().release().major() : null;
  }

  private static Reading<Instant> surveyedAt(Survey survey) {
    boolean isUnknown =
        !survey.coverage().seen()
            || survey
                .coverage()
                .pasted()
                .filter(each -> each.clock() == Excerpt.Clock.UNKNOWN)
                .isPresent();
    return isUnknown ? Reading.missing(Reading.Why.NOT_COLLECTED) : Reading.of(survey.takenAt());
  }

  static void window(Period period, Survey survey, JsonText json) {
    json.object(
        "window",
        () -> {
          switch (period) {
            case Period.Between(var from, var to) -> {
              json.put("kind", "between_surveys");
              json.put("from", from);
              json.put("to", to);
            }
            case Period.SinceReset(var from, var to) -> {
              json.put("kind", "since_reset");
              json.put("from", from);
              json.put("to", surveyedAt(survey).map(_ -> to));
            }
          }
          json.put("seconds", period.length().map(Duration::toSeconds));
        });
  }

  static void coverage(Coverage coverage, JsonText json) {
    json.object(
        "coverage",
        () -> {
          JsonReport.SHAPES.write("coverage", coverage, json);
          json.object("paste", coverage.pasted(), JsonServer::excerpt);
        });
  }

  private static void excerpt(Excerpt excerpt, JsonText json) {
    JsonReport.SHAPES.write("excerpt", excerpt, json);
    json.put("shows", excerpt.shown().stream().map(JsonText::word).sorted().toList());
  }

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
      json.put("transactionAge", oldest(survey.databases(), Database::xidAge));
      json.put("multixactAge", oldest(survey.databases(), Database::multixactAge));
      json.put(
          "horizonAge",
          survey.horizonHolders().isEmpty() && evidence.holdersNotShown().isEmpty()
              ? Optional.of(0L)
              : oldest(survey.horizonHolders(), HorizonHolder::age));
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
    private static <T> Optional<Long> oldest(List<T> all, Function<T, Reading<XidAge>> age) {
      return Reading.most(all.stream().map(age)).map(XidAge::count);
    }
  }
}
