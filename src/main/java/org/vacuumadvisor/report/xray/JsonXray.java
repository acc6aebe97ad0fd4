package org.vacuumadvisor.report.xray;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.xray.Census;
import org.vacuumadvisor.page.xray.Figure;
import org.vacuumadvisor.page.xray.Item;
import org.vacuumadvisor.page.xray.PageXray;
import org.vacuumadvisor.page.xray.Verification;
import org.vacuumadvisor.report.data.HarmlessEscapes;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/// X-rays for programs: one document in JSON. Every member is there in every document; what was not
/// asked for is null.
public final class JsonXray {
  /// Raised when a member goes away or changes its meaning; new members do not raise it.
  private static final int VERSION = 1;

  private static final JsonFactory JSON =
      JsonFactory.builder().characterEscapes(new HarmlessEscapes()).build();

  private final JsonGenerator json;

  private JsonXray(JsonGenerator json) {
    this.json = json;
  }

  /// Writes the document. The writer is flushed and stays open.
  public static void write(List<XrayReport> reports, Writer to) throws IOException {
    var generator = JSON.createGenerator(ObjectWriteContext.empty(), to);
    try {
      new JsonXray(generator).document(reports);
      generator.writeRaw('\n');
      generator.flush();
    } catch (JacksonIOException failed) {
      throw Objects.requireNonNull(failed.getCause());
    }
  }

  private void document(List<XrayReport> reports) {
    json.writeStartObject();
    json.writeNumberProperty("schemaVersion", VERSION);
    json.writeArrayPropertyStart("relations");
    reports.forEach(this::report);
    json.writeEndArray();
    json.writeEndObject();
  }

  private void report(XrayReport report) {
    json.writeStartObject();
    json.writeStringProperty("name", report.name());
    json.writeNumberProperty("incompleteBytes", report.incompleteBytes());
    report
        .relation()
        .ifPresentOrElse(
            relation -> {
              json.writeNumberProperty("pageSize", relation.pageSize());
              json.writeNumberProperty("firstBlock", relation.firstBlock());
              census("census", relation.total());
            },
            () -> {
              json.writeNullProperty("pageSize");
              json.writeNullProperty("firstBlock");
              json.writeNullProperty("census");
            });
    report.page().ifPresentOrElse(this::page, () -> json.writeNullProperty("page"));
    report
        .verification()
        .ifPresentOrElse(this::verification, () -> json.writeNullProperty("verification"));
    json.writeEndObject();
  }

  private void census(String name, Census census) {
    json.writeObjectPropertyStart(name);
    for (var figure : Figure.values()) {
      json.writeNumberProperty(member(figure), census.of(figure));
    }
    json.writeEndObject();
  }

  private void page(PageXray xray) {
    var page = xray.page();
    json.writeObjectPropertyStart("page");
    json.writeNumberProperty("block", xray.block());
    json.writeNumberProperty("pageSize", page.size());
    json.writeStringProperty(
        "lsn", "%X/%X".formatted(page.lsn() >>> Integer.SIZE, page.lsn() & 0xFFFFFFFFL));
    json.writeNumberProperty("checksum", page.checksum());
    json.writeNumberProperty("flags", page.flags());
    json.writeNumberProperty("lower", page.lower());
    json.writeNumberProperty("upper", page.upper());
    json.writeNumberProperty("special", page.special());
    json.writeNumberProperty("pruneXid", Integer.toUnsignedLong(page.pruneXid()));
    json.writeBooleanProperty("allVisible", page.has(HeapPage.PD_ALL_VISIBLE));
    json.writeBooleanProperty("damaged", xray.isDamaged());
    census("census", xray.census());
    json.writeArrayPropertyStart("linePointers");
    xray.items().forEach(this::item);
    json.writeEndArray();
    json.writeEndObject();
  }

  private void item(Item item) {
    json.writeStartObject();
    json.writeNumberProperty("number", item.number());
    switch (item) {
      case Item.Unused _ -> json.writeStringProperty("state", "unused");
      case Item.Dead _ -> json.writeStringProperty("state", "dead");
      case Item.Redirect(_, int to) -> {
        json.writeStringProperty("state", "redirect");
        json.writeNumberProperty("to", to);
      }
      case Item.Row row -> {
        json.writeStringProperty("state", "normal");
        row(row);
      }
    }
    json.writeEndObject();
  }

  private void row(Item.Row row) {
    var tuple = row.tuple();
    json.writeStringProperty("tuple", row.state().name().toLowerCase(Locale.ROOT));
    json.writeNumberProperty("offset", tuple.offset());
    json.writeNumberProperty("length", tuple.length());
    json.writeNumberProperty("xmin", Integer.toUnsignedLong(tuple.xmin()));
    json.writeNumberProperty("xmax", Integer.toUnsignedLong(tuple.xmax()));
    json.writeStringProperty("ctid", "(%d,%d)".formatted(tuple.ctidBlock(), tuple.ctidNumber()));
    json.writeNumberProperty("infomask", tuple.infomask());
    json.writeNumberProperty("infomask2", tuple.infomask2());
    json.writeBooleanProperty("frozen", row.isFrozen());
    json.writeBooleanProperty("heapOnly", tuple.isHeapOnly());
    json.writeBooleanProperty("hotUpdated", tuple.isHotUpdated());
  }

  private void verification(Verification verification) {
    json.writeObjectPropertyStart("verification");
    json.writeNumberProperty("pages", verification.pages());
    json.writeNumberProperty("checksumsRight", verification.checksums().right());
    json.writeNumberProperty("checksumsWrong", verification.checksums().wrong());
    json.writeNumberProperty("checksumsNone", verification.checksums().none());
    json.writeNumberProperty("damagedBlocks", verification.damaged());
    json.writeArrayPropertyStart("examples");
    for (var damaged : verification.examples()) {
      json.writeStartObject();
      json.writeNumberProperty("block", damaged.block());
      json.writeArrayPropertyStart("defects");
      damaged.defects().forEach(each -> json.writeString(each.toString()));
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
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
