package org.vacuumadvisor.freeze;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.RelationName;

class VacuumdbTest {
  @Test
  void isTypedAsPeopleTypeIt() {
    assertEquals("vacuumdb --freeze --min-xid-age 192000000 -j 4 shop", of("shop").line());
  }

  /// libpq takes a name with `=` for a connection string: `dbname='it\'s=x'` says it without doubt.
  @Test
  void aDatabaseIsNeverTakenForAnOptionOrAConnectionString() {
    assertEquals(List.of("-d", "dbname='host=evil'"), last(of("host=evil")));
    assertEquals(List.of("-d", "dbname='--full'"), last(of("--full")));
    assertEquals(List.of("-d", "dbname='postgresql://evil'"), last(of("postgresql://evil")));
    assertEquals(List.of("-d", "dbname='it\\'s \\\\'"), last(of("it's \\")));
  }

  @Test
  void tablesAreQuotedForTheServerAndForTheShell() {
    var command =
        new Vacuumdb("shop", 1, 0, 1, List.of(new RelationName("shop", "public", "It's; $(x)")));

    assertEquals(
        "vacuumdb --freeze --min-xid-age 1 -j 1 -t 'public.\"It'\\''s; $(x)\"' shop",
        command.line());
  }

  private static List<String> last(Vacuumdb command) {
    return command.words().subList(command.words().size() - 2, command.words().size());
  }

  private static Vacuumdb of(String database) {
    return new Vacuumdb(database, 192_000_000, 0, 4, List.of());
  }
}
