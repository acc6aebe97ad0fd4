package org.vacuumadvisor.page.report;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.xray.Census;
import org.vacuumadvisor.page.xray.DamagedBlock;
import org.vacuumadvisor.page.xray.Figure;
import org.vacuumadvisor.page.xray.Item;
import org.vacuumadvisor.page.xray.PageXray;
import org.vacuumadvisor.page.xray.RelationXray;
import org.vacuumadvisor.page.xray.Verification;
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
          json.number("schemaVersion", VERSION);
          json.list("relations", reports, JsonXray::report);
        });
  }

  private static void report(XrayReport report, JsonText json) {
    var relation = report.relation();
    json.text("name", report.name());
    json.number("incompleteBytes", report.incompleteBytes());
    json.number("pageSize", relation.map(each -> (long) each.pageSize()));
    json.number("firstBlock", relation.map(RelationXray::firstBlock));
    json.object("census", relation.map(RelationXray::total), JsonXray::census);
    json.object("page", report.page(), JsonXray::page);
    json.object("verification", report.verification(), JsonXray::verification);
  }

  private static void census(Census census, JsonText json) {
    for (var figure : Figure.values()) {
      json.number(member(figure), census.of(figure));
    }
  }

  private static void page(PageXray xray, JsonText json) {
    var page = xray.page();
    json.number("block", xray.block());
    json.number("pageSize", page.size());
    json.text("lsn", "%X/%X".formatted(page.lsn() >>> Integer.SIZE, page.lsn() & 0xFFFFFFFFL));
    json.number("checksum", page.checksum());
    json.number("flags", page.flags());
    json.number("lower", page.lower());
    json.number("upper", page.upper());
    json.number("special", page.special());
    json.number("pruneXid", Integer.toUnsignedLong(page.pruneXid()));
    json.flag("allVisible", page.has(HeapPage.PD_ALL_VISIBLE));
    json.flag("damaged", xray.isDamaged());
    json.object("census", () -> census(xray.census(), json));
    json.list("linePointers", xray.items(), JsonXray::item);
  }

  private static void item(Item item, JsonText json) {
    json.number("number", item.number());
    switch (item) {
      case Item.Unused _ -> json.text("state", "unused");
      case Item.Dead _ -> json.text("state", "dead");
      case Item.Redirect(_, int to) -> {
        json.text("state", "redirect");
        json.number("to", to);
      }
      case Item.Row row -> {
        json.text("state", "normal");
        row(row, json);
      }
    }
  }

  private static void row(Item.Row row, JsonText json) {
    var tuple = row.tuple();
    json.word("tuple", row.state());
    json.number("offset", tuple.offset());
    json.number("length", tuple.length());
    json.number("xmin", Integer.toUnsignedLong(tuple.xmin()));
    json.number("xmax", Integer.toUnsignedLong(tuple.xmax()));
    json.text("ctid", "(%d,%d)".formatted(tuple.ctidBlock(), tuple.ctidNumber()));
    json.number("infomask", tuple.infomask());
    json.number("infomask2", tuple.infomask2());
    json.flag("frozen", row.isFrozen());
    json.flag("heapOnly", tuple.isHeapOnly());
    json.flag("hotUpdated", tuple.isHotUpdated());
  }

  private static void verification(Verification verification, JsonText json) {
    json.number("pages", verification.pages());
    json.number("checksumsRight", verification.checksums().right());
    json.number("checksumsWrong", verification.checksums().wrong());
    json.number("checksumsNone", verification.checksums().none());
    json.number("damagedBlocks", verification.damaged());
    json.list("examples", verification.examples(), JsonXray::damaged);
  }

  private static void damaged(DamagedBlock damaged, JsonText json) {
    json.number("block", damaged.block());
    json.texts("defects", damaged.defects().stream().map(Object::toString).toList());
  }

  /// `LIVE_TUPLES` as `liveTuples`.
  private static String member(Figure figure) {
    var name = new StringBuilder();
    boolean begins = false;
    for (char each : figure.name().toCharArray()) {
      if (each != '_') {
        name.append(begins ? each : Character.toLowerCase(each));
      }
      begins = each == '_';
    }
    return name.toString();
  }
}
