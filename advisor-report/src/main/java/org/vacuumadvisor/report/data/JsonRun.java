package org.vacuumadvisor.report.data;

import java.util.List;
import org.vacuumadvisor.model.history.Heading;
import org.vacuumadvisor.model.history.Mode;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.PageCounts;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.model.history.TupleCounts;
import org.vacuumadvisor.story.Sentence;
import org.vacuumadvisor.story.Story;

/// A run, or a notice, in a document.
final class JsonRun {
  private static final List<Trait> TRAITS =
      List.of(
          Trait.INHERITANCE_TREE,
          Trait.AGGRESSIVE,
          Trait.TO_PREVENT_WRAPAROUND,
          Trait.FAILSAFE,
          Trait.COMPLETE);

  private JsonRun() {}

  static void write(Run run, Story story, JsonText to) {
    JsonReport.SHAPES.write("heading", run.heading(), to);
    to.put("mode", run.heading().isRewrite() ? Mode.FULL : run.heading().mode());
    to.put("inOrderOfIndex", isInOrderOfIndex(run.heading()) ? true : null);
    TRAITS.forEach(trait -> to.put(JsonText.camelCase(trait), run.is(trait)));
    var pages = run.outcome().pages();
    to.put("pages", PageCounts.NONE.equals(pages) ? null : pages);
    var tuples = run.outcome().tuples();
    to.put("tuples", TupleCounts.NONE.equals(tuples) ? null : tuples);
    JsonReport.SHAPES.write("run", run, to);
    to.put("story", story.sentences().stream().map(Sentence::text).toList());
  }

  private static boolean isInOrderOfIndex(Heading heading) {
    return heading.mode() == Mode.CLUSTER || heading.mode() == Mode.REPACK_BY_INDEX;
  }

  /// The kind under which it is told: that a database refuses commands is one, whichever of its two
  /// counters has come to its end.
  static NoticeKind kind(Notice notice) {
    boolean namesDatabase =
        notice.name().database() != null || notice.figures().databaseOid() != null;
    return notice.kind() == NoticeKind.MULTIXACT_STOP && namesDatabase
        ? NoticeKind.WRAPAROUND_STOP
        : notice.kind();
  }

  static void notice(Notice notice, JsonText to) {
    to.put("kind", kind(notice));
    JsonReport.SHAPES.write("notice", notice, to);
    to.members(notice.spot());
    to.members(notice.figures());
    to.put("multixact", kind(notice) == notice.kind() ? null : true);
    if (notice.kind() != NoticeKind.CANCELLED) { // its finding tells by what
      to.put(notice.kind() == NoticeKind.UNSUPPORTED_LANGUAGE ? "language" : "text", notice.text());
    }
  }
}
