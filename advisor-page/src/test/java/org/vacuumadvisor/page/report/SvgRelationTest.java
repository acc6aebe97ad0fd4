package org.vacuumadvisor.page.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.page.xray.Census;
import org.vacuumadvisor.page.xray.Figure;
import org.vacuumadvisor.page.xray.RelationXray;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class SvgRelationTest {
  private static final int HEIGHT = 320;

  @Test
  void saysWhatEachPartOfTheTableHolds() throws Exception {
    var census = RecordedXray.page().census();
    var words =
        "live tuples %.1f %%".formatted(100.0 * census.of(Figure.LIVE_BYTES) / 8192)
            + "; tuples, live or dead %.1f %%"
                .formatted(100.0 * census.of(Figure.UNDETERMINED_BYTES) / 8192);

    var titles = titles(drawn(RecordedXray.relation()));

    assertTrue(titles.contains("16384 <&> \\u202e: 2 pages"), titles.toString());
    assertTrue(titles.get(1).startsWith("blocks 5 to 5; " + words), titles.toString());
    assertEquals("blocks 6 to 6; 1 damaged", titles.get(2));
  }

  @Test
  void fillsEachColumnToItsTop() throws Exception {
    var columns = drawn(RecordedXray.relation()).getElementsByTagName("g");

    assertEquals(2, columns.getLength());
    for (int column = 0; column < columns.getLength(); column++) {
      var bars = ((Element) columns.item(column)).getElementsByTagName("rect");
      double sum =
          IntStream.range(0, bars.getLength())
              .mapToObj(each -> ((Element) bars.item(each)).getAttribute("height"))
              .mapToDouble(Double::parseDouble)
              .sum();
      assertEquals(HEIGHT, sum, 0.5);
    }
  }

  @Test
  void drawsATableWithoutPages() throws Exception {
    var empty = new RelationXray(8192, 0, List.of(Census.EMPTY));

    assertEquals(0, drawn(empty).getElementsByTagName("g").getLength());
  }

  private static Document drawn(RelationXray xray)
      throws IOException, SAXException, ParserConfigurationException {
    var text = SvgRelation.render(xray, RecordedXray.NAME);
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text)));
  }

  private static List<String> titles(Document document) {
    var titles = document.getElementsByTagName("title");
    return IntStream.range(0, titles.getLength())
        .mapToObj(each -> titles.item(each).getTextContent())
        .toList();
  }
}
