package org.vacuumadvisor.diagnosis;

import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.ServerEvidence;

/// A rule that judges the server, or its databases, as a whole.
///
/// [#examine(ServerEvidence)] asks for what it needs, as a [TableRule] does of a table.
public abstract class ServerRule implements Rule {

  /// Whether it is asked of such a server; else it says nothing.
  protected boolean concerns(Evidence evidence) {
    return true;
  }

  /// Findings, or [#clear].
  protected abstract List<? extends Verdict> examine(ServerEvidence server);

  @Override
  public final Stream<Verdict> examine(Evidence evidence) {
    if (!concerns(evidence)) {
      return Stream.empty();
    }
    var server = evidence.aboutServer();
    return server
        .judge(() -> examine(server))
        .<Stream<Verdict>>map(said -> said.stream().map(each -> each))
        .orElseGet(() -> Stream.of(cannotTell(server)));
  }

  /// It is not so.
  protected static Verdict clear(ServerEvidence server) {
    return Verdict.clear(new Subject.Cluster(), server.inquiry());
  }

  /// The findings. Without any it is not so, if all was known that was asked; a figure that nobody
  /// showed is not worth a question.
  protected static List<? extends Verdict> allKnown(ServerEvidence server, List<Finding> findings) {
    var missing = server.inquiry().missing();
    return !findings.isEmpty()
        ? findings
        : missing.isEmpty()
            ? List.of(clear(server))
            : List.of(new Verdict.CannotTell(new Subject.Cluster(), missing, false));
  }

  /// It may be so: something that it asked for was not known.
  protected static Verdict cannotTell(ServerEvidence server) {
    return Verdict.cannotTell(new Subject.Cluster(), server.inquiry());
  }
}
