package org.vacuumadvisor.report.data;

import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.NoticeKind;
import tools.jackson.core.JsonGenerator;

/// A notice in a document.
final class JsonNotice {
  private JsonNotice() {}

  /// The kind under which it is told: that a database refuses commands is one, whichever of its two
  /// counters has come to its end.
  static NoticeKind kind(Notice notice) {
    boolean namesDatabase =
        notice.name().database() != null || notice.figures().databaseOid() != null;
    return notice.kind() == NoticeKind.MULTIXACT_STOP && namesDatabase
        ? NoticeKind.WRAPAROUND_STOP
        : notice.kind();
  }

  static void write(Notice notice, JsonGenerator json) {
    var to = new JsonFigures(json);
    json.writeStartObject();
    to.word("kind", kind(notice));
    to.number("line", notice.place().line());
    JsonRun.stamp(notice.stamp(), to);
    to.word("command", notice.command());
    to.members(notice.name());
    to.members(notice.spot());
    to.members(notice.figures());
    if (kind(notice) != notice.kind()) {
      to.flag("multixact", true);
    }
    to.text(notice.kind() == NoticeKind.UNSUPPORTED_LANGUAGE ? "language" : "text", notice.text());
    json.writeEndObject();
  }
}
