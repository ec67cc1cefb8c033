-- D1 bills a written row per table and per index. Without a rowid a table is stored by its key and needs no index for
-- it. Ids of notifications sort by time, so the key is also the order of a person's list.
CREATE TABLE `__new_history` (
	`id` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`action` text NOT NULL,
	`actor_id` text NOT NULL,
	`real_actor_id` text,
	`changes` text NOT NULL,
	`dedupe_key` text,
	`created_at` integer NOT NULL,
	`form_key` text,
	PRIMARY KEY(`entity`, `entity_id`, `created_at`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_history`("id", "entity", "entity_id", "action", "actor_id", "real_actor_id", "changes", "dedupe_key", "created_at", "form_key") SELECT "id", "entity", "entity_id", "action", "actor_id", "real_actor_id", "changes", "dedupe_key", "created_at", "form_key" FROM `history`;--> statement-breakpoint
DROP TABLE `history`;--> statement-breakpoint
ALTER TABLE `__new_history` RENAME TO `history`;--> statement-breakpoint
CREATE UNIQUE INDEX `history_dedupe` ON `history` (`dedupe_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `history_form_key` ON `history` (`form_key`) WHERE form_key is not null;--> statement-breakpoint
CREATE TABLE `__new_notifications` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`description` text NOT NULL,
	`type` text NOT NULL,
	`type_system_id` text NOT NULL,
	`dedupe_key` text,
	`read_at` integer,
	`created_at` integer NOT NULL,
	`mail_wanted_at` integer,
	`mail_only` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_notifications`("id", "user_id", "description", "type", "type_system_id", "dedupe_key", "read_at", "created_at", "mail_wanted_at", "mail_only") SELECT "id", "user_id", "description", "type", "type_system_id", "dedupe_key", "read_at", "created_at", "mail_wanted_at", "mail_only" FROM `notifications`;--> statement-breakpoint
DROP TABLE `notifications`;--> statement-breakpoint
ALTER TABLE `__new_notifications` RENAME TO `notifications`;--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`) WHERE read_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_dedupe` ON `notifications` (`dedupe_key`);--> statement-breakpoint
CREATE TABLE `__new_outbox` (
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`dedupe_key` text PRIMARY KEY NOT NULL,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL,
	`available_at` integer NOT NULL,
	`lease_until` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`delivered_at` integer,
	`last_error` text
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_outbox`("id", "kind", "dedupe_key", "payload", "created_at", "available_at", "lease_until", "attempts", "delivered_at", "last_error") SELECT "id", "kind", "dedupe_key", "payload", "created_at", "available_at", "lease_until", "attempts", "delivered_at", "last_error" FROM `outbox`;--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
ALTER TABLE `__new_outbox` RENAME TO `outbox`;--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`available_at`) WHERE delivered_at is null;--> statement-breakpoint
DROP INDEX `orders_checkout_session`;--> statement-breakpoint
DROP INDEX `orders_setup_intent`;--> statement-breakpoint
DROP INDEX `orders_service`;--> statement-breakpoint
DROP INDEX `orders_assigned`;--> statement-breakpoint
DROP INDEX `orders_completed`;--> statement-breakpoint
DROP INDEX `orders_unpaid`;--> statement-breakpoint
DROP INDEX `orders_payment_intent`;--> statement-breakpoint
DROP INDEX `orders_cycle`;--> statement-breakpoint
DROP INDEX `orders_client_paid`;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_payment_intent` ON `orders` (`account`,`payment_intent_id`) WHERE payment_intent_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_cycle` ON `orders` (`subscription_id`,`cycle`) WHERE subscription_id is not null;--> statement-breakpoint
CREATE INDEX `orders_client_paid` ON `orders` (`client_id`,`paid_at`) WHERE paid_at is not null;--> statement-breakpoint
DROP INDEX `commissions_dedupe`;--> statement-breakpoint
CREATE UNIQUE INDEX `commissions_dedupe` ON `commissions` (`dedupe_key`) WHERE dedupe_key is not null;--> statement-breakpoint
DROP INDEX `users_affiliate_code`;--> statement-breakpoint
CREATE UNIQUE INDEX `users_affiliate_code` ON `users` (`affiliate_code`) WHERE affiliate_code is not null;--> statement-breakpoint
CREATE TABLE `__new_payment_customers` (
	`user_id` text NOT NULL,
	`account` text NOT NULL,
	`customer_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `account`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_payment_customers` (`user_id`, `account`, `customer_id`, `created_at`) SELECT `user_id`, `account`, `customer_id`, `created_at` FROM `payment_customers`;--> statement-breakpoint
DROP TABLE `payment_customers`;--> statement-breakpoint
ALTER TABLE `__new_payment_customers` RENAME TO `payment_customers`;--> statement-breakpoint
CREATE TABLE `__new_order_credits` (
	`order_id` text PRIMARY KEY NOT NULL,
	`affiliate_id` text NOT NULL,
	`source` text NOT NULL,
	`reason` text NOT NULL,
	`self_referral` text,
	`percent` integer,
	`decided_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`affiliate_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_order_credits` (`order_id`, `affiliate_id`, `source`, `reason`, `self_referral`, `percent`, `decided_at`) SELECT `order_id`, `affiliate_id`, `source`, `reason`, `self_referral`, `percent`, `decided_at` FROM `order_credits`;--> statement-breakpoint
DROP TABLE `order_credits`;--> statement-breakpoint
ALTER TABLE `__new_order_credits` RENAME TO `order_credits`;--> statement-breakpoint
CREATE INDEX `order_credits_affiliate` ON `order_credits` (`affiliate_id`,`decided_at`,`order_id`);--> statement-breakpoint
-- A sign-up has no orders yet, so it has no revenue to add.
DROP TRIGGER affiliate_revenue_found;--> statement-breakpoint
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
-- These two are named by triggers, which a rename would check: their rows wait in another table instead.
CREATE TABLE `__kept_counters` AS SELECT `scope`, `status`, `count` FROM `order_counters`;--> statement-breakpoint
DROP TABLE `order_counters`;--> statement-breakpoint
CREATE TABLE `order_counters` (
	`scope` text NOT NULL,
	`status` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`scope`, `status`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `order_counters` (`scope`, `status`, `count`) SELECT `scope`, `status`, `count` FROM `__kept_counters`;--> statement-breakpoint
DROP TABLE `__kept_counters`;--> statement-breakpoint
CREATE TABLE `__kept_parts` AS SELECT `part`, `user_id` FROM `name_parts`;--> statement-breakpoint
DROP TABLE `name_parts`;--> statement-breakpoint
CREATE TABLE `name_parts` (
	`part` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`part`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `name_parts` (`part`, `user_id`) SELECT `part`, `user_id` FROM `__kept_parts`;--> statement-breakpoint
DROP TABLE `__kept_parts`;
