package org.vacuumadvisor.gui.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Reason;
import org.vacuumadvisor.gui.ServerGiven;
import org.vacuumadvisor.gui.past.ArchivePast;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.Opened;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench;
import org.vacuumadvisor.workload.WorkloadClass;

class TablesModelTest {
  private static final ReadOnlyObjectProperty<ArchivePast> NO_ARCHIVE =
      new SimpleObjectProperty<>(new ArchivePast.None());

  private final Workbench workbench = new Workbench();
  private final TablesModel model =
      new TablesModel(workbench, new Background(Runnable::run, Runnable::run), NO_ARCHIVE);

  @Test
  void listsTheTablesOfWhateverIsOpen() {
    open(new ServerGiven().table("orders", 300).table("customers", 0));

    assertEquals(List.of("public.orders", "public.customers"), names());
    assertEquals("2 tables", model.summaryProperty().get());
  }

  @Test
  void isEmptyWhenNothingIsOpenAnyMore() {
    open(new ServerGiven().table("orders", 300));

    workbench.opened().ifPresent(workbench::close);

    assertEquals(List.of(), names());
    assertEquals(Optional.empty(), model.sourceProperty().get());
  }

  /// 50 + 0.2 × 1000 rows.
  @Test
  void knowsHowFarDeadRowsAreFromTheirTrigger() {
    open(new ServerGiven().table("orders", 300));

    assertEquals(
        Optional.of(new Reason(Reason.Kind.DEAD_ROWS, 300, 250)),
        model.all().getFirst().reason(Reason.Kind.DEAD_ROWS));
  }

  @Test
  void findsTablesByAnyWordsOfTheirNames() {
    open(
        new ServerGiven()
            .table("sales", "order_lines", 0, 1)
            .table("sales", "orders", 0, 1)
            .table("archive", "ORDERS", 0, 1));

    search("order sales");

    assertEquals(List.of("sales.order_lines", "sales.orders"), names());
    assertEquals("2 of 3 tables", model.summaryProperty().get());
  }

  @Test
  void narrowsDownBySchemaAndKeepsThatWhenTheFiguresChange() {
    open(new ServerGiven().table("a", "t", 0, 1).table("b", "t", 0, 1));
    model.change(it -> it.withSchema(Optional.of("b")));

    open(new ServerGiven().table("a", "t", 1, 1).table("b", "t", 1, 1));

    assertEquals(List.of("b.t"), names());
  }

  @Test
  void showsEverythingAgainWhereTheChosenSchemaIsGone() {
    open(new ServerGiven().table("a", "t", 0, 1).table("b", "t", 0, 1));
    model.change(it -> it.withSchema(Optional.of("b")));

    open(new ServerGiven().table("a", "t", 1, 1));

    assertEquals(List.of("a.t"), names());
  }

  @Test
  void narrowsDownByTheSeverityOfFindings() {
    open(
        new ServerGiven()
            .table("public", "old", 0, 2_000_000_000)
            .table("public", "young", 0, 1000));
    model.change(it -> it.withLeast(Optional.of(Severity.WARNING)));

    assertEquals(List.of("public.old"), names());
  }

  @Test
  void narrowsDownByWorkload() {
    open(new ServerGiven().table("orders", 300));
    model.change(it -> it.withKind(Optional.of(WorkloadClass.QUEUE_CHURN)));

    assertEquals(List.of(), names());
    assertEquals("0 of 1 table", model.summaryProperty().get());
  }

  @Test
  void leavesPostgresqlsOwnTablesOutUnlessAskedFor() {
    open(new ServerGiven().table("orders", 0).table("pg_catalog", "pg_class", 0, 1));

    assertEquals(List.of("public.orders"), names());

    model.change(it -> it.withScope(TableFilter.Scope.ALL));

    assertTrue(names().contains("pg_catalog.pg_class"), () -> names().toString());
  }

  private void search(String text) {
    model.change(it -> it.withText(text));
  }

  private List<String> names() {
    return model.shown().stream().map(TableLine::name).toList();
  }

  private void open(ServerGiven given) {
    workbench.open(
        new Opened(new Origin.Connected("db"), Advisor.assess(given.survey()), ServerGiven.NOW));
  }
}
