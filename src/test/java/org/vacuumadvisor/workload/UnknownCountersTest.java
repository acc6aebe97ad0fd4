package org.vacuumadvisor.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.TableKeys;

/// A counter that nobody showed is not zero.
class UnknownCountersTest {
  static final List<Key<?>> COUNTERS =
      List.of(
          TableKeys.N_TUP_INS,
          TableKeys.N_TUP_UPD,
          TableKeys.N_TUP_DEL,
          TableKeys.SEQ_SCAN,
          TableKeys.IDX_SCAN);

  @ParameterizedTest
  @FieldSource("COUNTERS")
  void ofATableThatNothingWasDoneToLeaveItUndetermined(Key<?> counter) {
    assertEquals(WorkloadClass.IDLE, kind(Given.server().with(idle())));
    assertEquals(WorkloadClass.UNDETERMINED, kind(Given.server().with(idle().without(counter))));
  }

  @ParameterizedTest
  @FieldSource("COUNTERS")
  void ofTheEarlierSurveyLeaveItUndetermined(Key<?> counter) {
    var older = Given.server().taken(Duration.ofMinutes(1), 4_000_000);
    var whole = Workloads.between(older.with(busy(0)).survey(), now(busy(5_000)).survey());
    var part =
        Workloads.between(
            Given.server()
                .taken(Duration.ofMinutes(1), 4_000_000)
                .with(busy(0).without(counter))
                .survey(),
            now(busy(5_000)).survey());

    assertEquals(
        WorkloadClass.TPC_C, whole.of(now(busy(0)).survey().relations().getFirst()).kind());
    assertEquals(
        WorkloadClass.UNDETERMINED, part.of(now(busy(0)).survey().relations().getFirst()).kind());
  }

  private static Given now(TableGiven table) {
    return Given.server().with(table);
  }

  private static TableGiven idle() {
    return Given.table("t").written(0, 0, 0);
  }

  private static TableGiven busy(long updated) {
    return Given.table("t").written(0, updated, 0);
  }

  private static WorkloadClass kind(Given given) {
    var survey = given.survey();
    return Workloads.of(survey).of(survey.relations().getFirst()).kind();
  }
}
