package org.vacuumadvisor.lab.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.HeapTuple;
import org.vacuumadvisor.page.LpState;
import org.vacuumadvisor.page.PageCheck;
import org.vacuumadvisor.postgres.Release;

/// The fields of pages are what the extension `pageinspect` of the server reads.
@ResourceLock("page servers")
class PagesOfRealServersTest {
  private static final String TABLE = "inspected";

  @ParameterizedTest
  @MethodSource("org.vacuumadvisor.lab.page.PageServers#releases")
  void readsWhatTheServerReads(Release release) throws SQLException {
    var server = PageServers.on(release);
    for (var shape : TableShape.values()) {
      try (var session = new Session(server);
          var history = PageHistory.withMultixacts(server, TABLE, shape, 77)) {
        session.execute("CREATE EXTENSION IF NOT EXISTS pageinspect");
        history.work();
        session.value("SELECT count(*) FROM " + TABLE);
        history.leaveOpen();
        compare(session);
        history.endOpen();
      }
    }
  }

  private static void compare(Session session) throws SQLException {
    var pages = session.pages(TABLE);
    for (int block = 0; block < pages.size(); block++) {
      var page = HeapPage.of(pages.get(block));
      var raw = "get_raw_page('" + TABLE + "', " + block + ")";
      assertEquals(session.rows("SELECT * FROM page_header(" + raw + ")"), List.of(header(page)));
      assertEquals(
          session.rows(
              """
              SELECT lp, lp_off, lp_flags, lp_len, t_xmin, t_xmax, t_field3, t_ctid,
                  t_infomask2, t_infomask, t_hoff
              FROM heap_page_items(%s)\
              """
                  .formatted(raw)),
          items(page));
      assertEquals(List.of(), new PageCheck().defects(page), "block " + block);
    }
    assertTrue(pages.size() > 3, "pages: " + pages.size());
  }

  private static List<String> header(HeapPage page) {
    var lsn = "%X/%X".formatted((int) (page.lsn() >>> Integer.SIZE), (int) page.lsn());
    return List.of(
        lsn,
        Integer.toString((short) page.checksum()),
        Integer.toString(page.flags()),
        Integer.toString(page.lower()),
        Integer.toString(page.upper()),
        Integer.toString(page.special()),
        Integer.toString(page.statedSize()),
        Integer.toString(page.layoutVersion()),
        Integer.toUnsignedString(page.pruneXid()));
  }

  private static List<List<String>> items(HeapPage page) {
    var items = new ArrayList<List<String>>();
    for (int number = 1; number <= page.linePointers(); number++) {
      var pointer = page.linePointer(number);
      var item = new ArrayList<String>();
      item.add(Integer.toString(number));
      item.add(Integer.toString(pointer.offset()));
      item.add(Integer.toString(Arrays.asList(LpState.values()).indexOf(pointer.state())));
      item.add(Integer.toString(pointer.length()));
      if (pointer.state() == LpState.LP_NORMAL) {
        item.addAll(fields(page.tuple(number)));
      } else {
        item.addAll(List.of("null", "null", "null", "null", "null", "null", "null"));
      }
      items.add(item);
    }
    return items;
  }

  private static List<String> fields(HeapTuple tuple) {
    return List.of(
        Integer.toUnsignedString(tuple.xmin()),
        Integer.toUnsignedString(tuple.xmax()),
        Integer.toUnsignedString(tuple.commandId()),
        "(" + tuple.ctidBlock() + "," + tuple.ctidNumber() + ")",
        Integer.toString(tuple.infomask2()),
        Integer.toString(tuple.infomask()),
        Integer.toString(tuple.hoff()));
  }
}
