package org.vacuumadvisor.page.report;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.xray.Census;
import org.vacuumadvisor.page.xray.Figure;
import org.vacuumadvisor.page.xray.Item;
import org.vacuumadvisor.page.xray.PageXray;
import org.vacuumadvisor.page.xray.RelationXray;
import org.vacuumadvisor.report.data.JsonText;

/// X-rays for programs: one document in JSON. Every member is there in every document; what was not
/// asked for is null.
public final class JsonXray {
  /// Raised when a member goes away or changes its meaning; new members do not raise it.
  private static final int VERSION = 1;

  private JsonXray() {}

  /// Writes the document. The writer is flushed and stays open.
  public static void write(List<XrayReport> reports, Writer to) throws IOException {
    JsonText.document(
        to,
        json -> {
          json.put("schemaVersion", VERSION);
          json.list("relations", reports, JsonXray::report);
        });
  }

  private static void report(XrayReport report, JsonText json) {
    var relation = report.relation();
    json.put("name", report.name());
    json.put("incompleteBytes", report.incompleteBytes());
    json.put("pageSize", relation.map(each -> (long) each.pageSize()));
    json.put("firstBlock", relation.map(RelationXray::firstBlock));
    json.object("census", relation.map(RelationXray::total), JsonXray::census);
    json.object("page", report.page(), JsonXray::page);
  }

  private static void census(Census census, JsonText json) {
    for (var figure : Figure.values()) {
      json.put(JsonText.camelCase(figure), census.of(figure));
    }
  }

  private static void page(PageXray xray, JsonText json) {
    var page = xray.page();
    json.put("block", xray.block());
    json.put("pageSize", page.size());
    json.put("lsn", "%X/%X".formatted(page.lsn() >>> Integer.SIZE, page.lsn() & 0xFFFFFFFFL));
    json.put("checksum", page.checksum());
    json.put("flags", page.flags());
    json.put("lower", page.lower());
    json.put("upper", page.upper());
    json.put("special", page.special());
    json.put("pruneXid", Integer.toUnsignedLong(page.pruneXid()));
    json.put("allVisible", page.has(HeapPage.PD_ALL_VISIBLE));
    json.put("damaged", xray.isDamaged());
    json.object("census", () -> census(xray.census(), json));
    json.list("linePointers", xray.items(), JsonXray::item);
  }

  private static void item(Item item, JsonText json) {
    json.put("number", item.number());
    switch (item) {
      case Item.Unused _ -> json.put("state", "unused");
      case Item.Dead _ -> json.put("state", "dead");
      case Item.Redirect(_, int to) -> {
        json.put("state", "redirect");
        json.put("to", to);
      }
      case Item.Row row -> {
        json.put("state", "normal");
        row(row, json);
      }
    }
  }

  private static void row(Item.Row row, JsonText json) {
    var tuple = row.tuple();
    json.put("tuple", row.state());
    json.put("offset", tuple.offset());
    json.put("length", tuple.length());
    json.put("xmin", Integer.toUnsignedLong(tuple.xmin()));
    json.put("xmax", Integer.toUnsignedLong(tuple.xmax()));
    json.put("ctid", "(%d,%d)".formatted(tuple.ctidBlock(), tuple.ctidNumber()));
    json.put("infomask", tuple.infomask());
    json.put("infomask2", tuple.infomask2());
    json.put("frozen", row.isFrozen());
    json.put("heapOnly", tuple.isHeapOnly());
    json.put("hotUpdated", tuple.isHotUpdated());
  }
}
