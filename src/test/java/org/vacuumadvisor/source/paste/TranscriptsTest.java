package org.vacuumadvisor.source.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ReleaseRange;

/// Sessions that transcripts and lists of processes show.
class TranscriptsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "begin; insert into t values (1);\n",
        "shop=# BEGIN;\nBEGIN\nshop=*# insert into t select 1;\nINSERT 0 1\nshop=*# \n",
        "START TRANSACTION ISOLATION LEVEL REPEATABLE READ;\nSELECT count(*) FROM t;\n",
        "session 1:\nbegin;\nselect txid_current();\nsession 2:\nvacuum t;\ncommit;\n",
      })
  void aTransactionThatNobodyEndsIsOpen(String text) {
    var survey = survey(text);

    assertEquals(1, survey.horizonHolders().size());
    var session = (HorizonHolder.Session) survey.horizonHolders().getFirst();
    assertEquals("idle in transaction", session.state().or(""));
    assertEquals(Optional.empty(), session.backend().pid().known());
    assertEquals(List.of(), unknown(survey));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "begin; insert into t values (1); commit;\n",
        "shop=# begin;\nBEGIN\nshop=*# delete from t;\nDELETE 3\nshop=*# rollback;\nROLLBACK\n",
        "create function f() returns int as $$ begin insert into t values (1); return 1; end $$;\n",
        "insert into t values ('begin;');\n",
        "You begin; then you insert.\n",
      })
  void whatIsEndedOrNeverBeganIsNot(String text) {
    assertEquals(List.of(), survey(text).horizonHolders());
  }

  /// psql names the server in its greeting where it is of another release than psql.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "psql (13.11 (Ubuntu 13.11-1.pgdg20.04+1))\\nType \"help\" for help. | V13",
        "psql (14.2, server 11.6)                                               | V11",
        "psql (14.2 (Debian 14.2-1), server 12.4 (Debian 12.4-1))              | V12",
        "**PostgreSQL Version?** 12.4                                          | V12",
      })
  void theGreetingOfPsqlTellsTheRelease(String line, Release release) {
    var survey = survey(line.replace("\\n", "\n") + "\n\n autovacuum \n------------\n on\n");

    assertEquals(ReleaseRange.of(release), survey.coverage().excerpt().orElseThrow().releases());
  }

  @Test
  void aTransactionThatWasPreparedStays() {
    var survey =
        survey(
            """
            app=# begin;
            BEGIN
            app=*# insert into t values (1);
            INSERT 0 1
            app=*# prepare transaction 'Order-17';
            PREPARE TRANSACTION
            app=# vacuum t;
            VACUUM
            """);

    var holder = (HorizonHolder.PreparedTransaction) survey.horizonHolders().getFirst();
    assertEquals("Order-17", holder.gid());
    assertEquals(1, survey.horizonHolders().size());
  }

  @Test
  void processesIdleInTransactionMayHold() {
    var survey =
        survey(
            """
            UID        PID  PPID  C STIME TTY          TIME CMD
            postgres  1201     1  0 Oct01 ?        00:10:41 /usr/lib/postgresql/15/bin/postgres -D /data
            postgres  1300  1201  0 Oct01 ?        00:00:04 postgres: 15/main: checkpointer
            postgres  4711  1201  0 09:14 ?        00:00:00 postgres: 15/main: web shop 10.0.0.7(51234) idle in transaction
            postgres  4712  1201  0 09:14 ?        00:00:00 postgres: web shop 10.0.0.7(51236) idle
            postgres  4713  1201 99 09:14 ?        00:40:00 postgres: autovacuum worker   shop
            postgres  4714  1201  1 09:14 ?        00:40:00 postgres: walsender repl 10.0.0.9(40022) streaming 5/A1000060
            postgres  4715  1201  0 09:14 ?        00:00:00 postgres: web shop [local] ALTER TABLE waiting
            """);

    var holder = (HorizonHolder.Session) survey.horizonHolders().getFirst();
    assertEquals(Reading.of(4711), holder.backend().pid());
    assertEquals(Reading.of("web"), holder.backend().user());
    assertEquals("idle in transaction", holder.state().or(""));
    assertEquals(1, survey.horizonHolders().size());
    var worker = survey.machinery().workers().known().orElseThrow().getFirst();
    assertEquals(4713, worker.pid());
    assertEquals("shop", worker.database());
    assertEquals(1, unknown(survey).size(), "the postmaster's own line");
  }

  private static Stream<Arguments> titles() {
    return Stream.of(
        Arguments.of(
            "12345 postgres  20   0 8.4g 1.2g R 99.7 1.9 1234:12 postgres: app shop 10.0.0.5(4123)"
                + " idle in transaction",
            12345),
        Arguments.of(
            "4242 ?        Ss     0:01 postgres: app shop 127.0.0.1(4123) idle in transaction"
                + " (aborted)",
            4242),
        Arguments.of("postgres: app shop [local] idle in transaction", null));
  }

  @ParameterizedTest
  @MethodSource("titles")
  void theProcessIdIsTheOneShown(String line, @Nullable Integer pid) {
    var holder = (HorizonHolder.Session) survey(line).horizonHolders().getFirst();

    assertEquals(Optional.ofNullable(pid), holder.backend().pid().known());
  }

  @Test
  void aSentenceAboutPostgresIsNoProcess() {
    var survey = survey("postgres: my favourite database, it is idle in transaction all day\n");

    assertTrue(survey.horizonHolders().isEmpty());
    assertEquals(1, survey.coverage().pasted().orElseThrow().prose());
  }

  private static Survey survey(String text) {
    return Paste.survey(List.of(new Paste.Text("paste", text)));
  }

  private static List<?> unknown(Survey survey) {
    return survey.coverage().pasted().orElseThrow().unknown();
  }
}
