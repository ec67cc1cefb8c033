CREATE TABLE `affiliate_totals` (
	`affiliate_id` text PRIMARY KEY NOT NULL,
	`revenue` integer NOT NULL,
	`latest_paid_at` integer,
	`latest_order_id` text
);
--> statement-breakpoint
CREATE TABLE `commission_counters` (
	`status` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `commissions_created` ON `commissions` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_affiliates` ON `users` (`created_at`,`id`) WHERE affiliate = 1 and deleted_at is null;
--> statement-breakpoint
CREATE TRIGGER commissions_counted AFTER INSERT ON commissions BEGIN
  INSERT INTO commission_counters (status, count) VALUES (new.status, 1)
    ON CONFLICT (status) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER commissions_recounted AFTER UPDATE OF status ON commissions WHEN old.status <> new.status BEGIN
  UPDATE commission_counters SET count = count - 1 WHERE status = old.status;
  INSERT INTO commission_counters (status, count) VALUES (new.status, 1)
    ON CONFLICT (status) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER commissions_uncounted AFTER DELETE ON commissions BEGIN
  UPDATE commission_counters SET count = count - 1 WHERE status = old.status;
END;
--> statement-breakpoint
INSERT INTO commission_counters (status, count) SELECT status, count(*) FROM commissions GROUP BY status;
--> statement-breakpoint
-- An order counts for the affiliate of its present client, as revenue does everywhere.
CREATE TRIGGER affiliate_revenue_new AFTER INSERT ON orders WHEN new.pay_state <> 'unpaid' AND new.total > 0 BEGIN
  INSERT INTO affiliate_totals (affiliate_id, revenue, latest_paid_at, latest_order_id)
    SELECT affiliate_id, new.total - new.refunded, new.paid_at, new.id FROM attributions
    WHERE user_id = new.client_id AND affiliate_id IS NOT NULL
    ON CONFLICT (affiliate_id) DO UPDATE SET revenue = revenue + excluded.revenue,
      latest_order_id = iif(latest_paid_at IS NULL OR excluded.latest_paid_at >= latest_paid_at, excluded.latest_order_id, latest_order_id),
      latest_paid_at = iif(latest_paid_at IS NULL OR excluded.latest_paid_at >= latest_paid_at, excluded.latest_paid_at, latest_paid_at);
END;
--> statement-breakpoint
-- Its last statement: an order left the affiliate whose latest one it was, and the one before it is looked for, once.
CREATE TRIGGER affiliate_revenue_changed AFTER UPDATE OF pay_state, total, refunded, paid_at, client_id ON orders
WHEN (old.pay_state = 'unpaid') <> (new.pay_state = 'unpaid') OR old.total <> new.total OR old.refunded <> new.refunded
  OR old.paid_at IS NOT new.paid_at OR old.client_id <> new.client_id BEGIN
  UPDATE affiliate_totals SET revenue = revenue - (old.total - old.refunded)
    WHERE old.pay_state <> 'unpaid' AND old.total > 0
      AND affiliate_id = (SELECT affiliate_id FROM attributions WHERE user_id = old.client_id);
  INSERT INTO affiliate_totals (affiliate_id, revenue, latest_paid_at, latest_order_id)
    SELECT affiliate_id, new.total - new.refunded, new.paid_at, new.id FROM attributions
    WHERE user_id = new.client_id AND affiliate_id IS NOT NULL AND new.pay_state <> 'unpaid' AND new.total > 0
    ON CONFLICT (affiliate_id) DO UPDATE SET revenue = revenue + excluded.revenue,
      latest_order_id = iif(latest_paid_at IS NULL OR excluded.latest_paid_at >= latest_paid_at, excluded.latest_order_id, latest_order_id),
      latest_paid_at = iif(latest_paid_at IS NULL OR excluded.latest_paid_at >= latest_paid_at, excluded.latest_paid_at, latest_paid_at);
  UPDATE affiliate_totals SET (latest_paid_at, latest_order_id) = (
      SELECT max(o.paid_at), o.id FROM attributions a JOIN orders o ON o.client_id = a.user_id
      WHERE a.affiliate_id = affiliate_totals.affiliate_id AND o.pay_state <> 'unpaid' AND o.total > 0)
    WHERE latest_order_id = new.id AND old.client_id <> new.client_id
      AND affiliate_id IS NOT (SELECT affiliate_id FROM attributions WHERE user_id = new.client_id);
END;
--> statement-breakpoint
CREATE TRIGGER affiliate_revenue_found AFTER INSERT ON attributions WHEN new.affiliate_id IS NOT NULL BEGIN
  INSERT INTO affiliate_totals (affiliate_id, revenue, latest_paid_at, latest_order_id)
    SELECT new.affiliate_id, coalesce(sum(total - refunded), 0), max(paid_at), id FROM orders
    WHERE client_id = new.user_id AND pay_state <> 'unpaid' AND total > 0
    ON CONFLICT (affiliate_id) DO UPDATE SET revenue = revenue + excluded.revenue,
      latest_order_id = iif(excluded.latest_paid_at >= coalesce(latest_paid_at, 0), excluded.latest_order_id, latest_order_id),
      latest_paid_at = iif(excluded.latest_paid_at >= coalesce(latest_paid_at, 0), excluded.latest_paid_at, latest_paid_at);
END;
--> statement-breakpoint
INSERT INTO affiliate_totals (affiliate_id, revenue, latest_paid_at, latest_order_id)
SELECT a.affiliate_id, coalesce(sum(o.total - o.refunded), 0), max(o.paid_at), o.id
FROM attributions a LEFT JOIN orders o ON o.client_id = a.user_id AND o.pay_state <> 'unpaid' AND o.total > 0
WHERE a.affiliate_id IS NOT NULL GROUP BY a.affiliate_id;
