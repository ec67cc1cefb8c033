-- Who signed in, failed to, was refused or took something out. Stored by key, in the order of its list.
CREATE TABLE `security_events` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text,
	`actor_id` text,
	`address` text,
	`user_agent` text NOT NULL,
	`detail` text NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `security_events_kind` ON `security_events` (`kind`,`id`);--> statement-breakpoint
CREATE INDEX `security_events_user` ON `security_events` (`user_id`,`kind`,`id`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `security_events_address` ON `security_events` (`address`,`id`) WHERE address is not null;
--> statement-breakpoint
-- Stored by key as well: one written row less for each of their rows.
CREATE TABLE `__new_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`generation` integer DEFAULT 1 NOT NULL,
	`secret_hash` text NOT NULL,
	`rotated_at` integer NOT NULL,
	`access_expires_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`impersonator_id` text,
	`impersonator_session_id` text,
	`address` text,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`ended_at` integer,
	`end_reason` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`impersonator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_sessions` (`id`,`user_id`,`kind`,`generation`,`secret_hash`,`rotated_at`,`access_expires_at`,`expires_at`,`impersonator_id`,`impersonator_session_id`,`address`,`user_agent`,`created_at`,`last_seen_at`,`ended_at`,`end_reason`) SELECT `id`,`user_id`,`kind`,`generation`,`secret_hash`,`rotated_at`,`access_expires_at`,`expires_at`,`impersonator_id`,`impersonator_session_id`,`address`,`user_agent`,`created_at`,`last_seen_at`,`ended_at`,`end_reason` FROM `sessions`;
--> statement-breakpoint
DROP TABLE `sessions`;
--> statement-breakpoint
ALTER TABLE `__new_sessions` RENAME TO `sessions`;
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`ended_at`);
--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);
--> statement-breakpoint
CREATE INDEX `sessions_ended` ON `sessions` (`ended_at`) WHERE ended_at is not null;
--> statement-breakpoint
CREATE TABLE `__new_webhook_events` (
	`id` text PRIMARY KEY NOT NULL,
	`account` text NOT NULL,
	`type` text NOT NULL,
	`received_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_webhook_events` (`id`,`account`,`type`,`received_at`) SELECT `id`,`account`,`type`,`received_at` FROM `webhook_events`;
--> statement-breakpoint
DROP TABLE `webhook_events`;
--> statement-breakpoint
ALTER TABLE `__new_webhook_events` RENAME TO `webhook_events`;
--> statement-breakpoint
CREATE INDEX `webhook_events_received` ON `webhook_events` (`received_at`);
--> statement-breakpoint
CREATE TABLE `__new_rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`window_started_at` integer NOT NULL,
	`count` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_rate_limits` (`key`,`window_started_at`,`count`) SELECT `key`,`window_started_at`,`count` FROM `rate_limits`;
--> statement-breakpoint
DROP TABLE `rate_limits`;
--> statement-breakpoint
ALTER TABLE `__new_rate_limits` RENAME TO `rate_limits`;
--> statement-breakpoint
CREATE TABLE `__new_order_items` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`package_id` text NOT NULL,
	`package_name` text NOT NULL,
	`add_on` text,
	`quantity` integer NOT NULL,
	`unit_price` integer NOT NULL,
	`tier_percent` integer DEFAULT 0 NOT NULL,
	`line_total` integer NOT NULL,
	`sequence` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`package_id`) REFERENCES `packages`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_order_items` (`id`,`order_id`,`package_id`,`package_name`,`add_on`,`quantity`,`unit_price`,`tier_percent`,`line_total`,`sequence`) SELECT `id`,`order_id`,`package_id`,`package_name`,`add_on`,`quantity`,`unit_price`,`tier_percent`,`line_total`,`sequence` FROM `order_items`;
--> statement-breakpoint
DROP TABLE `order_items`;
--> statement-breakpoint
ALTER TABLE `__new_order_items` RENAME TO `order_items`;
--> statement-breakpoint
CREATE INDEX `order_items_order` ON `order_items` (`order_id`,`sequence`);
--> statement-breakpoint
CREATE INDEX `order_items_package` ON `order_items` (`package_id`);
--> statement-breakpoint
CREATE TABLE `__new_order_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`package_id` text NOT NULL,
	`role` text NOT NULL,
	`created_by_id` text NOT NULL,
	`items` text NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`package_id`) REFERENCES `packages`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_order_entries` (`id`,`order_id`,`package_id`,`role`,`created_by_id`,`items`,`created_at`,`version`) SELECT `id`,`order_id`,`package_id`,`role`,`created_by_id`,`items`,`created_at`,`version` FROM `order_entries`;
--> statement-breakpoint
DROP TABLE `order_entries`;
--> statement-breakpoint
ALTER TABLE `__new_order_entries` RENAME TO `order_entries`;
--> statement-breakpoint
CREATE INDEX `order_entries_order` ON `order_entries` (`order_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `order_entries_package` ON `order_entries` (`package_id`);
