package org.vacuumadvisor.action;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.advice.Advice;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.RuleBook;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Command;

/// Over servers with random sessions nothing is ended that must not be, whatever rule asks for it.
/// The law is written here anew, on what the test itself made, and not on what the engine made of
/// it.
class SafetyTest {
  private static final Pattern ENDED =
      Pattern.compile("pg_(terminate|cancel)_backend\\(pid\\).* WHERE pid = (\\d+) AND (.*);");

  /// Several of one pool, each by what it was seen to be.
  private static final Pattern ENDED_ALIKE =
      Pattern.compile(
          "pg_terminate_backend\\(pid\\).* WHERE state LIKE 'idle in transaction%' AND"
              + " \\(pid, backend_start, state_change\\) IN \\((.*)\\);");

  private static final Pattern ROW = Pattern.compile("\\((\\d+), '[^']+Z', '[^']+Z'\\)");

  private static final List<String> PROTECTED_TYPES =
      List.of(
          "walsender",
          "autovacuum worker",
          "parallel worker",
          "logical replication apply worker",
          "background worker",
          "TimescaleDB Background Worker Scheduler");

  private static final List<String> PROTECTED_APPLICATIONS =
      List.of(
          "pg_dump",
          "pg_dumpall",
          "pg_basebackup",
          "pgBackRest [backup]",
          "barman",
          "wal-g",
          "pgcopydb[8812] snapshot",
          "pg_repack",
          "Debezium General",
          "vacuum-advisor");

  /// What the test knows of a session it made.
  private record Made(
      int pid,
      boolean isProtected,
      boolean isHidden,
      boolean isIdle,
      Duration open,
      Duration inState,
      long age,
      boolean waits,
      boolean blocks) {}

  static LongStream seeds() {
    return LongStream.range(0, 400);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void endsNobodyWhomThePreconditionsProtect(long seed) {
    var random = new Random(seed);
    var given = Given.server();
    var table = Given.table("orders").dead(random.nextBoolean() ? 100_000 : 100);
    given.with(
        random.nextBoolean()
            ? table.vacuumed(Given.NOW.minus(Duration.ofSeconds(random.nextInt(600))))
            : table);
    var made = new ArrayList<Made>();
    int count = 1 + random.nextInt(6);
    for (int pid = 100; pid < 100 + count; pid++) {
      made.add(session(pid, random, given, made));
    }

    var evidence = given.evidence();
    var assessment = Advice.on(evidence, RuleBook.examination(evidence));

    assessment.recommendations().stream()
        .flatMap(each -> each.sql().stream())
        .filter(sql -> sql.contains("_backend("))
        .forEach(sql -> check(sql, made));
  }

  private static void check(String sql, List<Made> made) {
    var alike = ENDED_ALIKE.matcher(sql);
    if (alike.find()) {
      var pids = ROW.matcher(alike.group(1)).results().map(each -> each.group(1)).toList();
      assertTrue(pids.size() > 1, sql);
      var ended = made.stream().filter(each -> pids.contains("" + each.pid())).toList();
      assertTrue(ended.stream().allMatch(Made::isIdle), sql);
      ended.forEach(each -> check(each, made, ended));
      return;
    }
    var matcher = ENDED.matcher(sql);
    assertTrue(matcher.find(), sql);
    int pid = Integer.parseInt(matcher.group(2));
    var ended = made.stream().filter(each -> each.pid() == pid).findFirst().orElseThrow();

    assertEquals("terminate", matcher.group(1));
    check(ended, made, List.of());
    assertTrue(
        sql.contains("backend_start = '")
            && sql.contains("xact_start = '")
            && sql.contains("state_change = '") == !isAtWork(ended),
        sql);
  }

  private static boolean isAtWork(Made ended) {
    return !ended.isIdle() || ended.inState().compareTo(Duration.ofMinutes(1)) < 0;
  }

  private static void check(Made ended, List<Made> made, List<Made> withIt) {
    assertTrue(!ended.isProtected() && !ended.isHidden() && !ended.waits(), ended::toString);
    var least = isAtWork(ended) ? Duration.ofMinutes(5) : Duration.ofMinutes(1);
    assertTrue(ended.open().compareTo(least) >= 0, ended::toString);
    assertTrue(
        ended.blocks()
            || made.stream()
                .filter(each -> !each.isProtected() && !withIt.contains(each))
                .allMatch(each -> each.age() <= ended.age()),
        () -> "not the oldest: " + ended + made);
  }

  private static Made session(int pid, Random random, Given given, List<Made> before) {
    boolean idle = random.nextBoolean();
    var state = idle ? "idle in transaction" : "active";
    var open = Duration.ofSeconds(random.nextInt(1 << (1 + random.nextInt(14))));
    var inState = Duration.ofSeconds(random.nextLong(open.toSeconds() + 1));
    long age = random.nextLong(1L << (1 + random.nextInt(22)));
    Backend backend;
    boolean isProtected = false;
    boolean isHidden = false;
    switch (random.nextInt(6)) {
      case 0 -> {
        backend = Holders.process(pid, pick(PROTECTED_TYPES, random), "web", open);
        isProtected = true;
      }
      case 1 -> {
        backend = Holders.client(pid, pick(PROTECTED_APPLICATIONS, random), state, open, inState);
        isProtected = true;
      }
      case 2 -> {
        backend = Holders.hidden(pid, "shop");
        isHidden = true;
      }
      case 3 -> {
        var busy = Holders.client(pid, "web", "active", open, inState);
        backend =
            Holders.running(
                busy,
                pick(
                    List.of(
                        Command.VACUUM,
                        Command.MAINTENANCE,
                        Command.DUMP,
                        Command.REPLICATION,
                        Command.LOOKS_AT_SESSIONS),
                    random));
        isProtected = true;
      }
      default -> backend = Holders.client(pid, "web", state, open, inState);
    }
    boolean waits = !isHidden && !before.isEmpty() && random.nextInt(4) == 0;
    boolean holds = random.nextInt(5) > 0;
    if (waits) {
      int at = random.nextInt(before.size());
      backend = Holders.waiting(backend, before.get(at).pid());
      before.set(at, blocking(before.get(at)));
    }
    given.with(backend);
    if (holds) {
      given.with(Holders.session(backend, random.nextBoolean(), age));
    }
    return new Made(
        pid,
        isProtected,
        isHidden,
        backend.isIdleInTransaction(),
        open,
        inState,
        holds ? age : 0,
        waits,
        false);
  }

  private static Made blocking(Made other) {
    return new Made(
        other.pid(),
        other.isProtected(),
        other.isHidden(),
        other.isIdle(),
        other.open(),
        other.inState(),
        other.age(),
        other.waits(),
        true);
  }

  private static <T> T pick(List<T> all, Random random) {
    return all.get(random.nextInt(all.size()));
  }
}
