package org.vacuumadvisor.source.log.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.history.PrintedName;
import org.vacuumadvisor.model.history.ToastOwner;

class TableNameTest {
  private final TableName name = new TableName();

  @Test
  void takesDotsFromTheLeft() {
    name.databaseSchemaAndTable("shop.public.v1.2");

    assertEquals(new PrintedName("shop", "public", "v1.2"), name.split());
  }

  @Test
  void aWellKnownSchemaTellsWhichDotsAreOfTheDatabase() {
    name.databaseSchemaAndTable("shop-v2.1.public.orders");

    assertEquals(new PrintedName("shop-v2.1", "public", "orders"), name.split());
  }

  @Test
  void theBareNameDecides() {
    name.databaseSchemaAndTable("my.shop.public.orders");
    name.bare("orders");

    assertEquals(new PrintedName("my", "shop.public", "orders"), name.split());
  }

  @Test
  void theBareNameDecidesUpTo14() {
    name.twoOrThree("my.schema.v1.2");
    name.bare("v1.2");
    assertEquals(new PrintedName("my", "schema", "v1.2"), name.split());

    name.hasNoDatabase();
    assertEquals(new PrintedName(null, "my.schema", "v1.2"), name.split());
  }

  @Test
  void twoPartsWithinThreeTellTheDatabase() {
    name.databaseSchemaAndTable("my.shop.public.orders");
    name.schemaAndTable("public.orders");

    assertEquals(new PrintedName("my.shop", "public", "orders"), name.split());
  }

  @Test
  void aToastTableNamesItsOwner() {
    var toast = new PrintedName("shop", "pg_toast", "pg_toast_16450");
    var main = new PrintedName("shop", "public", "orders");

    assertEquals(new ToastOwner(16450, "public", "orders"), TableName.owner(toast, main));
    assertEquals(new ToastOwner(16450, null, null), TableName.owner(toast, null));
    assertNull(TableName.owner(new PrintedName("shop", "public", "pg_toast_16450"), main));
    assertNull(TableName.owner(new PrintedName("shop", "pg_toast", "pg_toast_x"), main));
  }
}
