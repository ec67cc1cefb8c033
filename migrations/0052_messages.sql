CREATE TABLE `message_reads` (
	`order_id` text NOT NULL,
	`user_id` text NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`order_id`, `user_id`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `scheduled_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`thread` text NOT NULL,
	`author_id` text NOT NULL,
	`client_id` text NOT NULL,
	`body_source` text NOT NULL,
	`files` text,
	`send_at` integer NOT NULL,
	`problem` text,
	`dedupe_key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `scheduled_messages_order` ON `scheduled_messages` (`order_id`,`send_at`);--> statement-breakpoint
CREATE INDEX `scheduled_messages_due` ON `scheduled_messages` (`send_at`) WHERE problem is null;--> statement-breakpoint
CREATE UNIQUE INDEX `scheduled_messages_dedupe` ON `scheduled_messages` (`dedupe_key`);--> statement-breakpoint
ALTER TABLE `order_messages` ADD `files` text;--> statement-breakpoint
ALTER TABLE `order_messages` ADD `edited_at` integer;--> statement-breakpoint
-- Stored by key, as the reads are: a row less is written for each.
CREATE TABLE `order_reports_by_key` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`upload_key` text NOT NULL,
	`file_name` text NOT NULL,
	`created_by_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`url` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO order_reports_by_key (id, order_id, upload_key, file_name, created_by_id, created_at)
SELECT id, order_id, upload_key, file_name, created_by_id, created_at FROM order_reports;
--> statement-breakpoint
DROP TABLE `order_reports`;--> statement-breakpoint
ALTER TABLE `order_reports_by_key` RENAME TO `order_reports`;--> statement-breakpoint
CREATE INDEX `order_reports_order` ON `order_reports` (`order_id`,`created_at`,`id`);
--> statement-breakpoint
-- The same for attributions, by a copy: triggers of orders name the table, so it cannot be renamed. The rows are put back
-- before the triggers that count them exist.
CREATE TABLE `__kept_attributions` AS SELECT * FROM attributions;--> statement-breakpoint
DROP TABLE `attributions`;--> statement-breakpoint
CREATE TABLE `attributions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`affiliate_id` text,
	`reason` text NOT NULL,
	`self_referral` text,
	`affiliate_code` text,
	`visit_id` text,
	`clicked_at` integer,
	`decided_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`affiliate_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO attributions (user_id, affiliate_id, reason, self_referral, affiliate_code, visit_id, clicked_at, decided_at)
SELECT user_id, affiliate_id, reason, self_referral, affiliate_code, visit_id, clicked_at, decided_at FROM __kept_attributions;
--> statement-breakpoint
DROP TABLE `__kept_attributions`;--> statement-breakpoint
CREATE INDEX `attributions_affiliate` ON `attributions` (`affiliate_id`,`decided_at`,`user_id`) WHERE affiliate_id is not null;--> statement-breakpoint
CREATE TRIGGER affiliate_revenue_found AFTER INSERT ON attributions
WHEN new.affiliate_id IS NOT NULL AND EXISTS (SELECT 1 FROM orders WHERE client_id = new.user_id) BEGIN
  INSERT INTO affiliate_totals (affiliate_id, revenue, latest_paid_at, latest_order_id)
    SELECT new.affiliate_id, coalesce(sum(total - refunded), 0), max(paid_at), id FROM orders
    WHERE client_id = new.user_id AND pay_state <> 'unpaid' AND total > 0
    ON CONFLICT (affiliate_id) DO UPDATE SET revenue = revenue + excluded.revenue,
      latest_order_id = iif(excluded.latest_paid_at >= coalesce(latest_paid_at, 0), excluded.latest_order_id, latest_order_id),
      latest_paid_at = iif(excluded.latest_paid_at >= coalesce(latest_paid_at, 0), excluded.latest_paid_at, latest_paid_at);
END;
--> statement-breakpoint
CREATE TRIGGER affiliate_referrals_new AFTER INSERT ON attributions WHEN new.affiliate_id IS NOT NULL BEGIN
  INSERT INTO affiliate_totals (affiliate_id, revenue, referrals) VALUES (new.affiliate_id, 0, 1)
    ON CONFLICT (affiliate_id) DO UPDATE SET referrals = referrals + 1;
END;
