CREATE TABLE `order_totals` (
	`scope` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `orders_client_status` ON `orders` (`client_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_service_status` ON `orders` (`service_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_assigned_status` ON `orders` (`assigned_to_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_completed_day` ON `orders` (completed_at / 86400000,`created_at`,`id`) WHERE completed_at is not null;--> statement-breakpoint
INSERT INTO order_totals (scope, count) SELECT scope, sum(count) FROM order_counters GROUP BY scope;
--> statement-breakpoint
-- Kept by the table itself, like order_counters: no statement can forget them.
CREATE TRIGGER orders_totalled AFTER INSERT ON orders BEGIN
  INSERT INTO order_totals (scope, count) VALUES ('all', 1), (new.client_id, 1)
    ON CONFLICT (scope) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER orders_retotalled AFTER UPDATE OF client_id ON orders WHEN old.client_id <> new.client_id BEGIN
  UPDATE order_totals SET count = count - 1 WHERE scope = old.client_id;
  INSERT INTO order_totals (scope, count) VALUES (new.client_id, 1)
    ON CONFLICT (scope) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER orders_untotalled AFTER DELETE ON orders BEGIN
  UPDATE order_totals SET count = count - 1 WHERE scope IN ('all', old.client_id);
END;
