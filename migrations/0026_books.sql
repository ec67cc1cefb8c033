CREATE TABLE `balance_marks` (
	`account` text PRIMARY KEY NOT NULL,
	`read_from` integer NOT NULL,
	`read_up_to` integer NOT NULL,
	`lease_until` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `balance_totals` (
	`account` text NOT NULL,
	`month` text NOT NULL,
	`category` text NOT NULL,
	`count` integer NOT NULL,
	`amount` integer NOT NULL,
	`fee` integer NOT NULL,
	PRIMARY KEY(`account`, `month`, `category`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `balance_transactions` (
	`id` text PRIMARY KEY NOT NULL,
	`account` text NOT NULL,
	`category` text NOT NULL,
	`amount` integer NOT NULL,
	`fee` integer NOT NULL,
	`net` integer NOT NULL,
	`currency` text NOT NULL,
	`source_id` text,
	`payment_intent_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `balance_transactions_created` ON `balance_transactions` (`account`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `balance_transactions_payment` ON `balance_transactions` (`account`,`payment_intent_id`) WHERE payment_intent_id is not null;--> statement-breakpoint
CREATE TABLE `book_changes` (
	`order_id` text PRIMARY KEY NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `book_checks` (
	`id` text PRIMARY KEY NOT NULL,
	`last_run_at` integer NOT NULL,
	`rows` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `book_cursors` (
	`subject` text PRIMARY KEY NOT NULL,
	`after` text DEFAULT '' NOT NULL,
	`day` integer DEFAULT 0 NOT NULL,
	`rows_today` integer DEFAULT 0 NOT NULL,
	`done_today` integer DEFAULT false NOT NULL,
	`pass_rows` integer DEFAULT 0 NOT NULL,
	`pass_total` integer,
	`lease_until` integer,
	`new_from` text
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `book_differences` (
	`id` text PRIMARY KEY NOT NULL,
	`check_id` text NOT NULL,
	`record_kind` text NOT NULL,
	`record_id` text NOT NULL,
	`expected` text NOT NULL,
	`actual` text NOT NULL,
	`first_seen_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`gone_at` integer,
	`note` text,
	`noted_by_id` text,
	`noted_at` integer,
	`mailed_at` integer,
	FOREIGN KEY (`noted_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `book_differences_record` ON `book_differences` (`check_id`,`record_id`);--> statement-breakpoint
CREATE INDEX `book_differences_open` ON `book_differences` (`check_id`,`record_id`) WHERE gone_at is null;--> statement-breakpoint
CREATE INDEX `book_differences_seen` ON `book_differences` (`last_seen_at`,`id`);
--> statement-breakpoint
-- Older orders that changed, whatever changed them: the next check reads these first. It finds newer ones by their id,
-- so an order that is placed, paid and done between two checks writes no row here.
CREATE TRIGGER book_changes_order AFTER UPDATE ON orders
WHEN new.id < (SELECT new_from FROM book_cursors WHERE subject = 'orders') BEGIN
  INSERT INTO book_changes (order_id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER book_changes_line_updated AFTER UPDATE ON order_items BEGIN
  INSERT INTO book_changes (order_id) VALUES (new.order_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER book_changes_line_deleted AFTER DELETE ON order_items BEGIN
  INSERT INTO book_changes (order_id) VALUES (old.order_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER book_changes_refund AFTER INSERT ON refunds BEGIN
  INSERT INTO book_changes (order_id) VALUES (new.order_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER book_changes_refund_updated AFTER UPDATE ON refunds BEGIN
  INSERT INTO book_changes (order_id) VALUES (new.order_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER book_changes_refund_deleted AFTER DELETE ON refunds BEGIN
  INSERT INTO book_changes (order_id) VALUES (old.order_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER book_changes_invoice_updated AFTER UPDATE ON invoices BEGIN
  INSERT INTO book_changes (order_id) VALUES (new.order_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER book_changes_invoice_deleted AFTER DELETE ON invoices BEGIN
  INSERT INTO book_changes (order_id) VALUES (old.order_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER book_changes_commission_updated AFTER UPDATE OF amount, percent, voided_at ON commissions BEGIN
  INSERT INTO book_changes (order_id) VALUES (new.order_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER book_changes_commission_deleted AFTER DELETE ON commissions BEGIN
  INSERT INTO book_changes (order_id) VALUES (old.order_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- The months of a balance, kept by the table itself: no statement can forget them.
CREATE TRIGGER balance_counted AFTER INSERT ON balance_transactions BEGIN
  INSERT INTO balance_totals (account, month, category, count, amount, fee)
    VALUES (new.account, strftime('%Y-%m', new.created_at / 1000, 'unixepoch'), new.category, 1, new.amount, new.fee)
    ON CONFLICT (account, month, category) DO UPDATE
      SET count = count + 1, amount = amount + excluded.amount, fee = fee + excluded.fee;
END;
