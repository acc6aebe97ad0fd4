package org.vacuumadvisor.lab.workload;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// Fills the tables of TPC-C as clause 4.3.3 wants, by COPY, one table after the other; keys and
/// foreign keys last. All in one transaction, so that a load that fails leaves nothing behind.
final class TpcCLoad {
  private static final BigDecimal START_PAYMENT = new BigDecimal("10.00");
  private static final int MEAN_LINES = 10;

  private final TpcC size;
  private final Connection connection;
  private final long seed;
  private final RandomGenerator generator;
  private final TpcCRandom random;
  private final Consumer<? super Progress> progress;
  private final Instant now = Instant.now();

  TpcCLoad(TpcC size, Connection connection, long seed, Consumer<? super Progress> progress) {
    this.size = size;
    this.connection = connection;
    this.seed = seed;
    this.generator = new SplittableRandom(seed);
    this.random = new TpcCRandom(size, generator);
    this.progress = progress;
  }

  void run() throws SQLException {
    connection.setAutoCommit(false);
    execute("tpc-c-tables.sql");
    long warehouses = size.warehouses();
    long districts = warehouses * TpcC.DISTRICTS;
    long customers = districts * size.customers();
    copy("item", size.items(), this::items);
    copy("warehouse", warehouses, this::warehouses);
    copy("stock", warehouses * size.items(), this::stock);
    copy("district", districts, eachDistrict(this::district));
    copy("customer", customers, eachDistrict(this::customers));
    copy("history", customers, eachDistrict(this::history));
    copy("orders", customers, eachDistrict(this::orders));
    copy("order_line", customers * MEAN_LINES, eachDistrict(this::orderLines));
    copy("new_order", customers * 3 / 10, eachDistrict(this::newOrders));
    execute("tpc-c-keys.sql");
    connection.commit();
    connection.setAutoCommit(true);
    try (var statement = connection.createStatement()) {
      statement.execute(
          """
          ANALYZE item; ANALYZE warehouse; ANALYZE stock; ANALYZE district; ANALYZE customer;
          ANALYZE history; ANALYZE orders; ANALYZE order_line; ANALYZE new_order\
          """);
    }
  }

  private interface Filling {
    void into(CopyRows rows) throws SQLException;
  }

  private interface DistrictFilling {
    void into(CopyRows rows, int warehouse, int district) throws SQLException;
  }

  private Filling eachDistrict(DistrictFilling filling) {
    return rows -> {
      for (int warehouse = 1; warehouse <= size.warehouses(); warehouse++) {
        for (int district = 1; district <= TpcC.DISTRICTS; district++) {
          filling.into(rows, warehouse, district);
        }
      }
    };
  }

  private void copy(String table, long expected, Filling filling) throws SQLException {
    var copy = "COPY " + table + " FROM STDIN";
    try (var rows = new CopyRows(connection, copy, table, expected, progress)) {
      filling.into(rows);
      rows.finish();
    }
  }

  private void items(CopyRows rows) throws SQLException {
    for (int item = 1; item <= size.items(); item++) {
      rows.row(
          item,
          random.between(1, 10_000),
          text(14, 24),
          random.decimal(100, 10_000, 2),
          random.data());
    }
  }

  private void warehouses(CopyRows rows) throws SQLException {
    for (int warehouse = 1; warehouse <= size.warehouses(); warehouse++) {
      rows.row(
          warehouse,
          text(6, 10),
          text(10, 20),
          text(10, 20),
          text(10, 20),
          text(2, 2),
          zip(),
          random.decimal(0, 2_000, 4),
          paidInDistrict().multiply(BigDecimal.valueOf(TpcC.DISTRICTS)));
    }
  }

  private void stock(CopyRows rows) throws SQLException {
    for (int warehouse = 1; warehouse <= size.warehouses(); warehouse++) {
      for (int item = 1; item <= size.items(); item++) {
        var row = new Object[17];
        row[0] = item;
        row[1] = warehouse;
        row[2] = random.between(10, 100);
        for (int district = 1; district <= TpcC.DISTRICTS; district++) {
          row[2 + district] = text(24, 24);
        }
        row[13] = 0;
        row[14] = 0;
        row[15] = 0;
        row[16] = random.data();
        rows.row(row);
      }
    }
  }

  private void district(CopyRows rows, int warehouse, int district) throws SQLException {
    rows.row(
        district,
        warehouse,
        text(6, 10),
        text(10, 20),
        text(10, 20),
        text(10, 20),
        text(2, 2),
        zip(),
        random.decimal(0, 2_000, 4),
        paidInDistrict(),
        size.orders() + 1);
  }

  private void customers(CopyRows rows, int warehouse, int district) throws SQLException {
    for (int customer = 1; customer <= size.customers(); customer++) {
      rows.row(
          customer,
          district,
          warehouse,
          text(8, 16),
          "OE",
          random.lastNameOf(customer),
          text(10, 20),
          text(10, 20),
          text(10, 20),
          text(2, 2),
          zip(),
          RandomText.digits(generator, 16),
          now,
          random.inPercent(10) ? "BC" : "GC",
          "50000.00",
          random.decimal(0, 5_000, 4),
          START_PAYMENT.negate(),
          START_PAYMENT,
          1,
          0,
          text(300, 500));
    }
  }

  private void history(CopyRows rows, int warehouse, int district) throws SQLException {
    for (int customer = 1; customer <= size.customers(); customer++) {
      rows.row(
          customer, district, warehouse, district, warehouse, now, START_PAYMENT, text(12, 24));
    }
  }

  private void orders(CopyRows rows, int warehouse, int district) throws SQLException {
    int[] buyers = shuffledCustomers();
    for (int order = 1; order <= size.orders(); order++) {
      Integer carrier = isDelivered(order) ? random.between(1, 10) : null;
      int lines = linesOf(warehouse, district, order);
      rows.row(order, district, warehouse, buyers[order - 1], now, carrier, lines, 1);
    }
  }

  private void orderLines(CopyRows rows, int warehouse, int district) throws SQLException {
    for (int order = 1; order <= size.orders(); order++) {
      boolean delivered = isDelivered(order);
      for (int line = 1; line <= linesOf(warehouse, district, order); line++) {
        Instant deliveredAt = delivered ? now : null;
        rows.row(
            order,
            district,
            warehouse,
            line,
            random.between(1, size.items()),
            warehouse,
            deliveredAt,
            5,
            delivered ? "0.00" : random.decimal(1, 999_999, 2),
            text(24, 24));
      }
    }
  }

  private void newOrders(CopyRows rows, int warehouse, int district) throws SQLException {
    for (int order = size.firstNewOrder(); order <= size.orders(); order++) {
      rows.row(order, district, warehouse);
    }
  }

  private boolean isDelivered(int order) {
    return order < size.firstNewOrder();
  }

  /// How many lines an order has: asked twice, so it follows from the order.
  private int linesOf(int warehouse, int district, int order) {
    long number = ((long) warehouse * TpcC.DISTRICTS + district) * (size.orders() + 1) + order;
    return new SplittableRandom(seed + number).nextInt(5, 16);
  }

  /// What the payments in the history of a district add up to; 30 000.00 in the standard's size.
  private BigDecimal paidInDistrict() {
    return START_PAYMENT.multiply(BigDecimal.valueOf(size.customers()));
  }

  private int[] shuffledCustomers() {
    int[] customers = IntStream.rangeClosed(1, size.customers()).toArray();
    for (int last = customers.length - 1; last > 0; last--) {
      int other = random.between(0, last);
      int swapped = customers[last];
      customers[last] = customers[other];
      customers[other] = swapped;
    }
    return customers;
  }

  private String text(int shortest, int longest) {
    return RandomText.of(generator, shortest, longest);
  }

  private String zip() {
    return RandomText.digits(generator, 4) + "11111";
  }

  private void execute(String script) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(read(script));
    }
  }

  private static String read(String script) {
    try (var in = requireNonNull(TpcCLoad.class.getResourceAsStream(script), script)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
