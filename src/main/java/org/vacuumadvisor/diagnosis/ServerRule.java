package org.vacuumadvisor.diagnosis;

import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.ServerEvidence;

/// A rule that judges the server, or its databases, as a whole.
///
/// [#examine(ServerEvidence)] asks for what it needs, as a [TableRule] does of a table.
public abstract class ServerRule implements Rule {

  /// Findings, or [#clear].
  protected abstract List<? extends Verdict> examine(ServerEvidence server);

  @Override
  public final Stream<Verdict> examine(Evidence evidence) {
    var server = evidence.aboutServer();
    return server
        .judge(() -> examine(server))
        .<Stream<Verdict>>map(said -> said.stream().map(each -> each))
        .orElseGet(() -> Stream.of(cannotTell(server)));
  }

  /// It is not so.
  protected static Verdict clear(ServerEvidence server) {
    return new Verdict.Clear(new Subject.Cluster(), server.inquiry().assumed());
  }

  /// It may be so: something that it asked for was not known.
  protected static Verdict cannotTell(ServerEvidence server) {
    return new Verdict.CannotTell(
        new Subject.Cluster(), server.inquiry().missing(), server.inquiry().isGrounded());
  }
}
