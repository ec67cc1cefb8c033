CREATE TABLE `affiliate_programme` (
	`id` text PRIMARY KEY NOT NULL,
	`holding_days` integer DEFAULT 30 NOT NULL,
	`auto_approve` integer DEFAULT false NOT NULL,
	`minimum_payout` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE INDEX `attributions_affiliate` ON `attributions` (`affiliate_id`,`decided_at`,`user_id`) WHERE affiliate_id is not null;--> statement-breakpoint
CREATE TABLE `commissions` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`order_id` text NOT NULL,
	`service_id` text NOT NULL,
	`client_id` text NOT NULL,
	`affiliate_id` text NOT NULL,
	`order_amount` integer NOT NULL,
	`percent` integer NOT NULL,
	`amount` integer NOT NULL,
	`order_paid_at` integer NOT NULL,
	`status` text NOT NULL,
	`self_referral` text,
	`voided_at` integer,
	`void_reason` text,
	`approved_at` integer,
	`paid_at` integer,
	`payout_id` text,
	`dedupe_key` text,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`affiliate_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payout_id`) REFERENCES `payouts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `commissions_order` ON `commissions` (`order_id`) WHERE kind = 'earned';--> statement-breakpoint
CREATE UNIQUE INDEX `commissions_dedupe` ON `commissions` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `commissions_order_lines` ON `commissions` (`order_id`);--> statement-breakpoint
CREATE INDEX `commissions_paid_date` ON `commissions` (`order_paid_at`,`id`);--> statement-breakpoint
CREATE INDEX `commissions_status` ON `commissions` (`status`,`order_paid_at`,`id`);--> statement-breakpoint
CREATE INDEX `commissions_affiliate` ON `commissions` (`affiliate_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `commissions_client` ON `commissions` (`client_id`,`order_paid_at`,`id`);--> statement-breakpoint
CREATE INDEX `commissions_payout` ON `commissions` (`payout_id`) WHERE payout_id is not null;--> statement-breakpoint
CREATE TABLE `order_credits` (
	`order_id` text PRIMARY KEY NOT NULL,
	`affiliate_id` text NOT NULL,
	`source` text NOT NULL,
	`reason` text NOT NULL,
	`self_referral` text,
	`percent` integer,
	`decided_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`affiliate_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_credits_affiliate` ON `order_credits` (`affiliate_id`,`decided_at`,`order_id`);--> statement-breakpoint
CREATE TABLE `payouts` (
	`id` text PRIMARY KEY NOT NULL,
	`request_key` text NOT NULL,
	`minimum` integer NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`created_by_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`created_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_request` ON `payouts` (`request_key`);--> statement-breakpoint
CREATE INDEX `payouts_created` ON `payouts` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `visit_totals` (
	`affiliate_id` text NOT NULL,
	`day` integer NOT NULL,
	`visits` integer DEFAULT 0 NOT NULL,
	`bots` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`affiliate_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `announcement_dismissals` (
	`announcement_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `announcement_id`),
	FOREIGN KEY (`announcement_id`) REFERENCES `announcements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `announcements` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`link_url` text NOT NULL,
	`image_key` text NOT NULL,
	`visible` integer NOT NULL,
	`from_at` integer,
	`until_at` integer,
	`audience` text DEFAULT 'customers' NOT NULL,
	`service_ids` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `announcements_created` ON `announcements` (`created_at`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE TABLE `creatives` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`url` text NOT NULL,
	`valid_until` integer NOT NULL,
	`creative_status` text NOT NULL,
	`upload_key` text,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `creatives_created` ON `creatives` (`created_at`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE TABLE `coupon_services` (
	`coupon_id` text NOT NULL,
	`service_id` text NOT NULL,
	PRIMARY KEY(`coupon_id`, `service_id`),
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `coupon_uses` (
	`order_id` text PRIMARY KEY NOT NULL,
	`coupon_id` text NOT NULL,
	`client_id` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `coupon_uses_coupon` ON `coupon_uses` (`coupon_id`,`state`);--> statement-breakpoint
CREATE INDEX `coupon_uses_client` ON `coupon_uses` (`client_id`,`coupon_id`);--> statement-breakpoint
CREATE TABLE `coupons` (
	`id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`type` text NOT NULL,
	`discount` integer NOT NULL,
	`status` text DEFAULT 'ACTIVE' NOT NULL,
	`limit_one_per_customer` integer DEFAULT false NOT NULL,
	`usage_limit` integer,
	`expires_at` integer,
	`affiliate_id` text,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`affiliate_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_code` ON `coupons` (`code`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `coupons_created` ON `coupons` (`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `orders` ADD `coupon_id` text;--> statement-breakpoint
ALTER TABLE `visits` ADD `affiliate_id` text;--> statement-breakpoint
CREATE INDEX `visits_affiliate` ON `visits` (`affiliate_id`,`created_at`,`id`);--> statement-breakpoint
UPDATE visits SET affiliate_id = (SELECT id FROM users WHERE users.affiliate_code = visits.affiliate_code);
--> statement-breakpoint
INSERT INTO visit_totals (affiliate_id, day, visits, bots)
SELECT affiliate_id, created_at / 86400000, sum(NOT bot), sum(bot) FROM visits WHERE affiliate_id IS NOT NULL GROUP BY 1, 2;
--> statement-breakpoint
-- Counts what is really inserted, so that a visit delivered twice counts once; no trigger on delete, as totals outlive visits.
CREATE TRIGGER visits_totalled AFTER INSERT ON visits WHEN new.affiliate_id IS NOT NULL BEGIN
  INSERT INTO visit_totals (affiliate_id, day, visits, bots)
    VALUES (new.affiliate_id, new.created_at / 86400000, NOT new.bot, new.bot)
    ON CONFLICT (affiliate_id, day) DO UPDATE SET visits = visits + NOT new.bot, bots = bots + new.bot;
END;
--> statement-breakpoint
INSERT INTO affiliate_programme (id) VALUES ('programme');
