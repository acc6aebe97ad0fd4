package org.vacuumadvisor.unit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Isolated("it sets the default locale of the JVM")
class UnitTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0                   | 0 bytes
          1                   | 1 byte
          812                 | 812 bytes
          1023                | 1023 bytes
          1024                | 1 kB
          1536                | 1.5 kB
          1048575             | 1 MB
          67108864            | 64 MB
          104806810           | 100 MB
          1288490189          | 1.2 GB
          126701535232        | 118 GB
          1098437885952       | 1,023 GB
          1099511627775       | 1 TB
          9223372036854775807 | 8 EB
          -1536               | -1.5 kB
          """)
  void bytesPrintInUnitsOf1024(long count, String text) {
    assertEquals(text, new Bytes(count).toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0         | 0 %
          0.00001   | < 0.01 %
          0.0003    | 0.03 %
          0.0407    | 4.1 %
          0.05      | 5 %
          0.871     | 87 %
          0.9999    | 99.99 %
          0.99999   | > 99.99 %
          1         | 100 %
          2.5       | 250 %
          -0.1      | -10 %
          """)
  void sharesPrintAsPercent(double fraction, String text) {
    assertEquals(text, new Share(fraction).toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0         | 0 s
          0.0000004 | 0 ms
          0.0004    | 0.4 ms
          0.35      | 350 ms
          0.9996    | 1 s
          12.34     | 12.3 s
          59.96     | 1 min
          200       | 3 min 20 s
          3599.7    | 1 h
          18720     | 5 h 12 min
          86385     | 1 day
          216000    | 2.5 days
          97830720  | 3.1 years
          -200      | -3 min 20 s
          """)
  void durationsPrintInTheUnitPeopleWouldUse(double seconds, String text) {
    assertEquals(text, Quantities.seconds(seconds));
  }

  @Test
  void numbersPrintTheSameInEveryLanguage() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertEquals("1,234,567", Quantities.count(1_234_567));
      assertEquals("1.2 GB", new Bytes(1_288_490_189).toString());
      assertEquals("4.1 %", new Share(0.041).toString());
      assertEquals("at least 4.1 %", new Share(0.041).atLeast());
      assertEquals("more than 99.99 %", new Share(0.99995).atLeast());
      assertEquals("12.3 s", Quantities.duration(Duration.ofMillis(12_340)));
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void numbersLoseNoMeaning() {
    assertEquals("0.2", Quantities.number(0.2));
    assertEquals("200", Quantities.number(200));
    assertEquals("1,000.035", Quantities.number(1000.035));
    assertEquals("0", Quantities.number(0));
    assertEquals("1 page", Quantities.counted(1, "page"));
    assertEquals("0 pages", Quantities.counted(0, "page"));
  }

  @Test
  void pagesTakeTheBlockSizeOfTheServer() {
    assertEquals(Bytes.ofMegabytes(1), new Pages(128).bytes(8192));
    assertEquals(Bytes.ofMegabytes(2), new Pages(128).bytes(16384));
    assertThrows(IllegalArgumentException.class, () -> new Pages(-1));
  }

  @Test
  void nothingHasNoShares() {
    assertEquals(Share.NONE, new Pages(0).of(new Pages(0)));
    assertThrows(IllegalArgumentException.class, () -> new Share(Double.NaN));
  }

  @Test
  void anAgeEqualToALimitHasNotPassedIt() {
    assertFalse(new XidAge(100).exceeds(new XidAge(100)));
    assertTrue(new XidAge(101).exceeds(new XidAge(100)));
  }
}
