ALTER TABLE `order_counters` ADD `paid_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `order_counters` ADD `paid_amount` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE order_counters SET (paid_count, paid_amount) = (SELECT count(*), coalesce(sum(total), 0) FROM orders
  WHERE client_id = order_counters.scope AND status = order_counters.status AND pay_state <> 'unpaid')
WHERE scope <> 'all';
--> statement-breakpoint
UPDATE order_counters SET (paid_count, paid_amount) = (SELECT coalesce(sum(paid_count), 0), coalesce(sum(paid_amount), 0)
  FROM order_counters clients WHERE clients.scope <> 'all' AND clients.status = order_counters.status)
WHERE scope = 'all';
--> statement-breakpoint
-- The number and sum of paid orders stand in the rows that a change of the status writes anyway.
DROP TRIGGER orders_counted;--> statement-breakpoint
CREATE TRIGGER orders_counted AFTER INSERT ON orders BEGIN
  INSERT INTO order_counters (scope, status, count, paid_count, paid_amount)
    VALUES ('all', new.status, 1, new.pay_state <> 'unpaid', iif(new.pay_state <> 'unpaid', new.total, 0))
    ON CONFLICT (scope, status) DO UPDATE SET count = count + 1,
      paid_count = paid_count + excluded.paid_count, paid_amount = paid_amount + excluded.paid_amount;
  INSERT INTO order_counters (scope, status, count, paid_count, paid_amount)
    VALUES (new.client_id, new.status, 1, new.pay_state <> 'unpaid', iif(new.pay_state <> 'unpaid', new.total, 0))
    ON CONFLICT (scope, status) DO UPDATE SET count = count + 1,
      paid_count = paid_count + excluded.paid_count, paid_amount = paid_amount + excluded.paid_amount;
END;
--> statement-breakpoint
DROP TRIGGER orders_recounted;--> statement-breakpoint
CREATE TRIGGER orders_recounted AFTER UPDATE OF status, client_id, pay_state, total ON orders
WHEN old.status <> new.status OR old.client_id <> new.client_id
  OR (old.pay_state = 'unpaid') <> (new.pay_state = 'unpaid') OR (new.pay_state <> 'unpaid' AND old.total <> new.total) BEGIN
  UPDATE order_counters SET count = count - 1,
      paid_count = paid_count - (old.pay_state <> 'unpaid'), paid_amount = paid_amount - iif(old.pay_state <> 'unpaid', old.total, 0)
    WHERE (scope = 'all' OR scope = old.client_id) AND status = old.status;
  INSERT INTO order_counters (scope, status, count, paid_count, paid_amount)
    VALUES ('all', new.status, 1, new.pay_state <> 'unpaid', iif(new.pay_state <> 'unpaid', new.total, 0))
    ON CONFLICT (scope, status) DO UPDATE SET count = count + 1,
      paid_count = paid_count + excluded.paid_count, paid_amount = paid_amount + excluded.paid_amount;
  INSERT INTO order_counters (scope, status, count, paid_count, paid_amount)
    VALUES (new.client_id, new.status, 1, new.pay_state <> 'unpaid', iif(new.pay_state <> 'unpaid', new.total, 0))
    ON CONFLICT (scope, status) DO UPDATE SET count = count + 1,
      paid_count = paid_count + excluded.paid_count, paid_amount = paid_amount + excluded.paid_amount;
END;
--> statement-breakpoint
DROP TRIGGER orders_uncounted;--> statement-breakpoint
CREATE TRIGGER orders_uncounted AFTER DELETE ON orders BEGIN
  UPDATE order_counters SET count = count - 1,
      paid_count = paid_count - (old.pay_state <> 'unpaid'), paid_amount = paid_amount - iif(old.pay_state <> 'unpaid', old.total, 0)
    WHERE (scope = 'all' OR scope = old.client_id) AND status = old.status;
END;
