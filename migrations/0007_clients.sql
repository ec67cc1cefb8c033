CREATE TABLE `user_totals` (
	`role` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `invoices` ADD `client_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `client_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `client_email` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `invoices_client` ON `invoices` (`client_id`,`created_at`,`id`);--> statement-breakpoint
UPDATE invoices SET
  client_id = (SELECT client_id FROM orders WHERE orders.id = invoices.order_id),
  client_name = coalesce((SELECT trim(first_name || ' ' || last_name) FROM users JOIN orders ON orders.client_id = users.id WHERE orders.id = invoices.order_id), ''),
  client_email = coalesce((SELECT email FROM users JOIN orders ON orders.client_id = users.id WHERE orders.id = invoices.order_id), '');
--> statement-breakpoint
INSERT INTO user_totals (role, count) SELECT role, count(*) FROM users WHERE deleted_at IS NULL GROUP BY role;
--> statement-breakpoint
-- Kept by the table itself, like order_counters: no statement can forget them.
CREATE TRIGGER users_totalled AFTER INSERT ON users WHEN new.deleted_at IS NULL BEGIN
  INSERT INTO user_totals (role, count) VALUES (new.role, 1) ON CONFLICT (role) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER users_retotalled AFTER UPDATE OF deleted_at, role ON users
WHEN (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) OR old.role <> new.role BEGIN
  UPDATE user_totals SET count = count - 1 WHERE role = old.role AND old.deleted_at IS NULL;
  INSERT INTO user_totals (role, count) SELECT new.role, 1 WHERE new.deleted_at IS NULL
    ON CONFLICT (role) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER users_untotalled AFTER DELETE ON users WHEN old.deleted_at IS NULL BEGIN
  UPDATE user_totals SET count = count - 1 WHERE role = old.role;
END;
