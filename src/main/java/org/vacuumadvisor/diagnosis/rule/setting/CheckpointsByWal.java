package org.vacuumadvisor.diagnosis.rule.setting;

import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;

/// Checkpoints that WAL asks for again and again, because `max_wal_size` is below its default.
final class CheckpointsByWal {
  /// Fewer may be a restart, a backup or a load. Our choice.
  private static final long FEW = 5;

  /// So many times more than came by time, and so many within `checkpoint_timeout`. Our choice.
  private static final long TIMES = 3;

  private CheckpointsByWal() {}

  static Optional<Finding> finding(ServerEvidence server, Rule rule) {
    var settings = server.all().settings();
    double usual = ServerSettings.unknown(settings.release()).realOrDefault(Setting.MAX_WAL_SIZE);
    var counted = server.all().machinery().checkpoints().known();
    var apart =
        counted
            .filter(each -> each.requested() >= FEW && each.requested() > TIMES * each.timed())
            .flatMap(each ->
                each.since()
                    .known()
                    .map(from -> server.all().ago(from).dividedBy(each.requested())))
            .filter(each ->
                each.toSeconds() * TIMES < settings.integerOrDefault(Setting.CHECKPOINT_TIMEOUT));
    return apart
        .filter(_ -> server.real(Setting.MAX_WAL_SIZE).is(each -> each < usual))
        .map(each ->
            rule.advice(
                    "WAL asks for a checkpoint each %s, for max_wal_size is below its default",
                    each)
                .observed("max_wal_size, in MB", server.real(Setting.MAX_WAL_SIZE))
                .observed("asked for", counted.get().requested(), "num_requested")
                .observed("came by time", counted.get().timed(), "num_timed")
                .shown("full pages in the WAL", counted.get().images(), "pg_stat_wal", "wal_fpi")
                .explained("checkpoints", FEW, TIMES)
                .remedy(
                    SettingBound.toDefault(
                        Setting.MAX_WAL_SIZE, "checkpoints come by time, if that is enough"))
                .build());
  }
}
