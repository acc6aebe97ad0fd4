package org.vacuumadvisor.gui.part;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class WrappedCodeTest {
  @Test
  void breaksWhereASpaceIs() {
    assertEquals(
        """
        ALTER SYSTEM SET
          autovacuum_vacuum_insert_scale_factor
          = '0.05';\
        """,
        WrappedCode.of("ALTER SYSTEM SET autovacuum_vacuum_insert_scale_factor = '0.05';", 28, ""));
  }

  @Test
  void neverBreaksAQuotedName() {
    assertEquals(
        """
        ALTER TABLE
          public."a name with spaces"
          SET (fillfactor = 80);\
        """,
        WrappedCode.of("ALTER TABLE public.\"a name with spaces\" SET (fillfactor = 80);", 26, ""));
  }

  @Test
  void keepsWhatFits() {
    assertEquals("SELECT 1;\nSELECT 2;", WrappedCode.of("SELECT 1;\nSELECT 2;", 10, ""));
  }

  @Test
  void aCommentStaysAComment() {
    assertEquals("-- In database\n-- shop:", WrappedCode.of("-- In database shop:", 16, ""));
  }

  @Test
  void aShellReadsOnBehindABackslash() {
    assertEquals(
        "vacuumdb --freeze \\\n  --min-xid-age 100",
        WrappedCode.of("vacuumdb --freeze --min-xid-age 100", 24, " \\"));
  }
}
