package org.vacuumadvisor.report;

import org.vacuumadvisor.model.run.Notice;
import org.vacuumadvisor.model.run.NoticeKind;
import tools.jackson.core.JsonGenerator;

/// A notice in a document.
final class JsonNotice {
  private JsonNotice() {}

  static void write(Notice notice, JsonGenerator json) {
    var to = new JsonFigures(json);
    json.writeStartObject();
    to.word("kind", notice.kind());
    to.number("line", notice.place().line());
    JsonRun.stamp(notice.stamp(), to);
    to.word("command", notice.command());
    JsonRun.name(notice.name(), to);
    to.word("phase", notice.spot().phase());
    to.number("block", notice.spot().block());
    to.number("offset", notice.spot().offset());
    to.text("index", notice.spot().index());
    var figures = notice.figures();
    to.number("indexScans", figures.indexScans());
    to.number("pages", figures.pages());
    to.number("transactionsLeft", figures.transactionsLeft());
    to.number("percentLeft", figures.percentLeft());
    to.number("databaseOid", figures.databaseOid());
    to.number("waitedMs", figures.waitedMs());
    to.number("relationOid", figures.relationOid());
    to.text(notice.kind() == NoticeKind.UNSUPPORTED_LANGUAGE ? "language" : "text", notice.text());
    json.writeEndObject();
  }
}
