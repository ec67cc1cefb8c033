DROP TRIGGER orders_totalled;--> statement-breakpoint
DROP TRIGGER orders_retotalled;--> statement-breakpoint
DROP TRIGGER orders_untotalled;--> statement-breakpoint
DROP TABLE `order_totals`;--> statement-breakpoint
-- The previous release reads it until the new one is deployed, and after a rollback. The next release drops the view.
CREATE VIEW order_totals AS SELECT scope, sum(count) AS count FROM order_counters GROUP BY scope;
