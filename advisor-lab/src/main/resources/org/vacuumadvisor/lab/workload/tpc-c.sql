-- Order processing as in the TPC-C standard, revision 5.11: nine tables, five transactions in the mix
-- that BenchmarkSQL and most others use. A warehouse has a tenth of the standard's customers, items
-- and orders. Otherwise it differs in that a terminal neither types nor thinks, each transaction is
-- one function, deliveries run at once and not from a queue, and order lines are processed in the
-- order of their stock, so that orders do not deadlock. Figures from here are no TPC-C results.
-- size warehouses = 2
-- size customers = 300
-- size items = 10000

-- load
CREATE TABLE warehouse (
  w_id int NOT NULL,
  w_name varchar(10),
  w_street_1 varchar(20),
  w_street_2 varchar(20),
  w_city varchar(20),
  w_state char(2),
  w_zip char(9),
  w_tax numeric(4,4),
  w_ytd numeric(12,2))

CREATE TABLE district (
  d_id int NOT NULL,
  d_w_id int NOT NULL,
  d_name varchar(10),
  d_street_1 varchar(20),
  d_street_2 varchar(20),
  d_city varchar(20),
  d_state char(2),
  d_zip char(9),
  d_tax numeric(4,4),
  d_ytd numeric(12,2),
  d_next_o_id int NOT NULL)

CREATE TABLE customer (
  c_id int NOT NULL,
  c_d_id int NOT NULL,
  c_w_id int NOT NULL,
  c_first varchar(16),
  c_middle char(2),
  c_last varchar(16),
  c_street_1 varchar(20),
  c_street_2 varchar(20),
  c_city varchar(20),
  c_state char(2),
  c_zip char(9),
  c_phone char(16),
  c_since timestamptz,
  c_credit char(2),
  c_credit_lim numeric(12,2),
  c_discount numeric(4,4),
  c_balance numeric(12,2),
  c_ytd_payment numeric(12,2),
  c_payment_cnt int,
  c_delivery_cnt int,
  c_data varchar(500))

CREATE TABLE history (
  h_c_id int,
  h_c_d_id int,
  h_c_w_id int,
  h_d_id int,
  h_w_id int,
  h_date timestamptz,
  h_amount numeric(6,2),
  h_data varchar(24))

CREATE TABLE orders (
  o_id int NOT NULL,
  o_d_id int NOT NULL,
  o_w_id int NOT NULL,
  o_c_id int,
  o_entry_d timestamptz,
  o_carrier_id int,
  o_ol_cnt int,
  o_all_local int)

CREATE TABLE new_order (
  no_o_id int NOT NULL,
  no_d_id int NOT NULL,
  no_w_id int NOT NULL)

CREATE TABLE item (
  i_id int NOT NULL,
  i_im_id int,
  i_name varchar(24),
  i_price numeric(5,2),
  i_data varchar(50))

CREATE TABLE stock (
  s_i_id int NOT NULL,
  s_w_id int NOT NULL,
  s_quantity int,
  s_dist_01 char(24),
  s_dist_02 char(24),
  s_dist_03 char(24),
  s_dist_04 char(24),
  s_dist_05 char(24),
  s_dist_06 char(24),
  s_dist_07 char(24),
  s_dist_08 char(24),
  s_dist_09 char(24),
  s_dist_10 char(24),
  s_ytd int,
  s_order_cnt int,
  s_remote_cnt int,
  s_data varchar(50))

CREATE TABLE order_line (
  ol_o_id int NOT NULL,
  ol_d_id int NOT NULL,
  ol_w_id int NOT NULL,
  ol_number int NOT NULL,
  ol_i_id int,
  ol_supply_w_id int,
  ol_delivery_d timestamptz,
  ol_quantity int,
  ol_amount numeric(6,2),
  ol_dist_info char(24))

CREATE FUNCTION between_(low int, high int) RETURNS int LANGUAGE sql VOLATILE AS $$
  SELECT low + floor(random() * (high - low + 1))::int
$$

CREATE FUNCTION text_(shortest int, longest int) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT left(repeat(md5(random()::text), 1 + longest / 32), between_(shortest, longest))
$$

CREATE FUNCTION nurand(spread int, low int, high int, c int) RETURNS int LANGUAGE sql VOLATILE AS $$
  SELECT ((between_(0, spread) | between_(low, high)) + c % (spread + 1)) % (high - low + 1) + low
$$

CREATE FUNCTION last_name(number int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT s[number / 100 + 1] || s[number / 10 % 10 + 1] || s[number % 10 + 1]
    FROM (SELECT ARRAY['BAR', 'OUGHT', 'ABLE', 'PRI', 'PRES', 'ESE', 'ANTI', 'CALLY', 'ATION', 'EING']) _ (s)
$$

CREATE FUNCTION data_() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT CASE WHEN random() < 0.1 THEN text_(9, 21) || 'ORIGINAL' || text_(9, 21) ELSE text_(26, 50) END
$$

INSERT INTO item
SELECT i, between_(1, 10000), text_(14, 24), (between_(100, 10000) / 100.0)::numeric(5,2), data_()
  FROM generate_series(1, :items) i

INSERT INTO warehouse
SELECT w, text_(6, 10), text_(10, 20), text_(10, 20), text_(10, 20), text_(2, 2),
       between_(1000, 9999) || '11111', between_(0, 2000) / 10000.0, 100 * :customers
  FROM generate_series(1, :warehouses) w

INSERT INTO stock
SELECT i, w, between_(10, 100), text_(24, 24), text_(24, 24), text_(24, 24), text_(24, 24), text_(24, 24),
       text_(24, 24), text_(24, 24), text_(24, 24), text_(24, 24), text_(24, 24), 0, 0, 0, data_()
  FROM generate_series(1, :warehouses) w, generate_series(1, :items) i

INSERT INTO district
SELECT d, w, text_(6, 10), text_(10, 20), text_(10, 20), text_(10, 20), text_(2, 2),
       between_(1000, 9999) || '11111', between_(0, 2000) / 10000.0, 10 * :customers, :customers + 1
  FROM generate_series(1, :warehouses) w, generate_series(1, 10) d

INSERT INTO customer
SELECT c, d_id, d_w_id, text_(8, 16), 'OE', last_name(c - 1), text_(10, 20), text_(10, 20), text_(10, 20),
       text_(2, 2), between_(1000, 9999) || '11111', translate(left(md5(random()::text), 16), 'abcdef', '012345'),
       now(), CASE WHEN random() < 0.1 THEN 'BC' ELSE 'GC' END, 50000, between_(0, 5000) / 10000.0,
       -10, 10, 1, 0, text_(300, 500)
  FROM district, generate_series(1, :customers) c

INSERT INTO history SELECT c_id, c_d_id, c_w_id, c_d_id, c_w_id, now(), 10, text_(12, 24) FROM customer

INSERT INTO orders
SELECT o_id, c_d_id, c_w_id, c_id, now(), CASE WHEN o_id <= :customers * 7 / 10 THEN between_(1, 10) END, between_(5, 15), 1
  FROM (SELECT *, row_number() OVER (PARTITION BY c_w_id, c_d_id ORDER BY random()) AS o_id FROM customer) _

INSERT INTO order_line
SELECT o_id, o_d_id, o_w_id, line, between_(1, :items), o_w_id, CASE WHEN o_id <= :customers * 7 / 10 THEN now() END, 5,
       CASE WHEN o_id <= :customers * 7 / 10 THEN 0 ELSE between_(1, 999999) / 100.0 END, text_(24, 24)
  FROM orders, generate_series(1, o_ol_cnt) line

INSERT INTO new_order SELECT o_id, o_d_id, o_w_id FROM orders WHERE o_id > :customers * 7 / 10

ALTER TABLE warehouse ADD PRIMARY KEY (w_id)

ALTER TABLE district ADD PRIMARY KEY (d_w_id, d_id)

ALTER TABLE customer ADD PRIMARY KEY (c_w_id, c_d_id, c_id)

ALTER TABLE orders ADD PRIMARY KEY (o_w_id, o_d_id, o_id)

ALTER TABLE new_order ADD PRIMARY KEY (no_w_id, no_d_id, no_o_id)

ALTER TABLE item ADD PRIMARY KEY (i_id)

ALTER TABLE stock ADD PRIMARY KEY (s_w_id, s_i_id)

ALTER TABLE order_line ADD PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number)

CREATE INDEX customer_name ON customer (c_w_id, c_d_id, c_last, c_first)

CREATE INDEX orders_customer ON orders (o_w_id, o_d_id, o_c_id, o_id)

ALTER TABLE district ADD FOREIGN KEY (d_w_id) REFERENCES warehouse

ALTER TABLE customer ADD FOREIGN KEY (c_w_id, c_d_id) REFERENCES district

ALTER TABLE history ADD FOREIGN KEY (h_c_w_id, h_c_d_id, h_c_id) REFERENCES customer

ALTER TABLE history ADD FOREIGN KEY (h_w_id, h_d_id) REFERENCES district

ALTER TABLE orders ADD FOREIGN KEY (o_w_id, o_d_id, o_c_id) REFERENCES customer

ALTER TABLE new_order ADD FOREIGN KEY (no_w_id, no_d_id, no_o_id) REFERENCES orders

ALTER TABLE stock ADD FOREIGN KEY (s_w_id) REFERENCES warehouse

ALTER TABLE stock ADD FOREIGN KEY (s_i_id) REFERENCES item

ALTER TABLE order_line ADD FOREIGN KEY (ol_w_id, ol_d_id, ol_o_id) REFERENCES orders

ALTER TABLE order_line ADD FOREIGN KEY (ol_supply_w_id, ol_i_id) REFERENCES stock

CREATE FUNCTION customer_of(w int, d int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  found_ids int[];
BEGIN
  IF random() < 0.4 THEN
    RETURN nurand(63, 1, :customers, 259);
  END IF;
  SELECT array_agg(c_id ORDER BY c_first) INTO found_ids FROM customer
   WHERE c_w_id = w AND c_d_id = d AND c_last = last_name(nurand(63, 0, :customers - 1, 223));
  RETURN found_ids[(array_length(found_ids, 1) + 1) / 2];
END
$$

CREATE FUNCTION another_warehouse(w int) RETURNS int LANGUAGE sql VOLATILE AS $$
  SELECT CASE WHEN :warehouses = 1 THEN w ELSE (w + between_(0, :warehouses - 2)) % :warehouses + 1 END
$$

CREATE FUNCTION place_order(w int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  d int := between_(1, 10);
  buyer int := nurand(63, 1, :customers, 259);
  suppliers int[];
  items int[];
  id int;
  many int;
  price numeric;
  bought stock;
BEGIN
  SELECT array_agg(supplier ORDER BY supplier, item), array_agg(item ORDER BY supplier, item)
    INTO suppliers, items
    FROM (SELECT CASE WHEN random() < 0.01 THEN another_warehouse(w) ELSE w END AS supplier,
                 nurand(511, 1, :items, 7911) AS item
            FROM generate_series(1, between_(5, 15)) OFFSET 0) drawn;
  PERFORM w_tax, c_discount, c_last, c_credit FROM warehouse JOIN customer ON c_w_id = w_id
    WHERE w_id = w AND c_d_id = d AND c_id = buyer;
  UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = w AND d_id = d
  RETURNING d_next_o_id - 1 INTO id;
  INSERT INTO orders (o_w_id, o_d_id, o_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)
  VALUES (w, d, id, buyer, now(), array_length(items, 1), CASE WHEN w = ALL (suppliers) THEN 1 ELSE 0 END);
  INSERT INTO new_order (no_w_id, no_d_id, no_o_id) VALUES (w, d, id);
  FOR line IN 1 .. array_length(items, 1) LOOP
    many := between_(1, 10);
    SELECT i_price INTO price FROM item WHERE i_id = items[line];
    UPDATE stock
       SET s_quantity = s_quantity - many + CASE WHEN s_quantity - many < 10 THEN 91 ELSE 0 END,
           s_ytd = s_ytd + many, s_order_cnt = s_order_cnt + 1,
           s_remote_cnt = s_remote_cnt + CASE WHEN suppliers[line] = w THEN 0 ELSE 1 END
     WHERE s_w_id = suppliers[line] AND s_i_id = items[line]
    RETURNING * INTO bought;
    INSERT INTO order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id,
                            ol_quantity, ol_amount, ol_dist_info)
    VALUES (w, d, id, line, items[line], suppliers[line], many, many * price, bought.s_dist_01);
  END LOOP;
END
$$

CREATE FUNCTION new_order(w int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF random() >= 0.01 THEN
    PERFORM place_order(w);
  ELSE
    -- An item that does not exist: all of it is rolled back.
    BEGIN
      PERFORM place_order(w);
      RAISE no_data_found;
    EXCEPTION WHEN no_data_found THEN
      NULL;
    END;
  END IF;
END
$$

CREATE FUNCTION payment(w int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  d int := between_(1, 10);
  paid numeric(6,2) := between_(100, 500000) / 100.0;
  payer_w int := w;
  payer_d int := d;
  payer int;
  payer_row customer;
  w_label text;
  d_label text;
BEGIN
  UPDATE warehouse SET w_ytd = w_ytd + paid WHERE w_id = w RETURNING w_name INTO w_label;
  UPDATE district SET d_ytd = d_ytd + paid WHERE d_w_id = w AND d_id = d RETURNING d_name INTO d_label;
  IF random() < 0.15 THEN
    payer_w := another_warehouse(w);
    payer_d := between_(1, 10);
  END IF;
  payer := customer_of(payer_w, payer_d);
  SELECT * INTO payer_row FROM customer
   WHERE c_w_id = payer_w AND c_d_id = payer_d AND c_id = payer FOR UPDATE;
  IF payer_row.c_credit = 'BC' THEN
    UPDATE customer
       SET c_balance = c_balance - paid, c_ytd_payment = c_ytd_payment + paid, c_payment_cnt = c_payment_cnt + 1,
           c_data = left(concat_ws(' ', payer, payer_d, payer_w, d, w, paid) || '|' || c_data, 500)
     WHERE c_w_id = payer_w AND c_d_id = payer_d AND c_id = payer;
  ELSE
    UPDATE customer
       SET c_balance = c_balance - paid, c_ytd_payment = c_ytd_payment + paid, c_payment_cnt = c_payment_cnt + 1
     WHERE c_w_id = payer_w AND c_d_id = payer_d AND c_id = payer;
  END IF;
  INSERT INTO history (h_c_w_id, h_c_d_id, h_c_id, h_w_id, h_d_id, h_date, h_amount, h_data)
  VALUES (payer_w, payer_d, payer, w, d, now(), paid, w_label || '    ' || d_label);
END
$$

CREATE FUNCTION order_status(w int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  d int := between_(1, 10);
  buyer int := customer_of(w, d);
  id int;
BEGIN
  PERFORM c_first, c_middle, c_last, c_balance FROM customer WHERE c_w_id = w AND c_d_id = d AND c_id = buyer;
  SELECT o_id INTO id FROM orders WHERE o_w_id = w AND o_d_id = d AND o_c_id = buyer ORDER BY o_id DESC LIMIT 1;
  PERFORM ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d FROM order_line
    WHERE ol_w_id = w AND ol_d_id = d AND ol_o_id = id;
END
$$

CREATE FUNCTION delivery(w int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  carrier int := between_(1, 10);
  id int;
  buyer int;
  total numeric;
BEGIN
  FOR d IN 1 .. 10 LOOP
    SELECT no_o_id INTO id FROM new_order WHERE no_w_id = w AND no_d_id = d ORDER BY no_o_id LIMIT 1 FOR UPDATE;
    CONTINUE WHEN id IS NULL;
    DELETE FROM new_order WHERE no_w_id = w AND no_d_id = d AND no_o_id = id;
    UPDATE orders SET o_carrier_id = carrier WHERE o_w_id = w AND o_d_id = d AND o_id = id RETURNING o_c_id INTO buyer;
    WITH delivered AS (
      UPDATE order_line SET ol_delivery_d = now() WHERE ol_w_id = w AND ol_d_id = d AND ol_o_id = id
      RETURNING ol_amount)
    SELECT sum(ol_amount) INTO total FROM delivered;
    UPDATE customer SET c_balance = c_balance + total, c_delivery_cnt = c_delivery_cnt + 1
     WHERE c_w_id = w AND c_d_id = d AND c_id = buyer;
  END LOOP;
END
$$

CREATE FUNCTION stock_level(w int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  d int := between_(1, 10);
  threshold int := between_(10, 20);
BEGIN
  PERFORM count(DISTINCT s_i_id) FROM district
     JOIN order_line ON ol_w_id = d_w_id AND ol_d_id = d_id AND ol_o_id >= d_next_o_id - 20 AND ol_o_id < d_next_o_id
     JOIN stock ON s_w_id = ol_w_id AND s_i_id = ol_i_id
    WHERE d_w_id = w AND d_id = d AND s_quantity < threshold;
END
$$

ANALYZE

-- 45 % new-order
SELECT new_order((1 + :client % :warehouses)::int)

-- 43 % payment
SELECT payment((1 + :client % :warehouses)::int)

-- 4 % order-status
SELECT order_status((1 + :client % :warehouses)::int)

-- 4 % delivery
SELECT delivery((1 + :client % :warehouses)::int)

-- 4 % stock-level
SELECT stock_level((1 + :client % :warehouses)::int)
