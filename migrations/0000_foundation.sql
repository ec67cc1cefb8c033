CREATE TABLE `history` (
	`id` text PRIMARY KEY NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`action` text NOT NULL,
	`actor_id` text NOT NULL,
	`real_actor_id` text,
	`changes` text NOT NULL,
	`dedupe_key` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `history_entity` ON `history` (`entity`,`entity_id`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `history_dedupe` ON `history` (`dedupe_key`);--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`account` text NOT NULL,
	`number` integer NOT NULL,
	`issuer` text NOT NULL,
	`subtotal` integer NOT NULL,
	`charged` integer NOT NULL,
	`transaction_id` text NOT NULL,
	`paid_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_order` ON `invoices` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`account`,`number`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`description` text NOT NULL,
	`type` text NOT NULL,
	`type_system_id` text NOT NULL,
	`dedupe_key` text,
	`read_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `notifications_user` ON `notifications` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`) WHERE read_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_dedupe` ON `notifications` (`dedupe_key`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL,
	`available_at` integer NOT NULL,
	`lease_until` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`delivered_at` integer,
	`last_error` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupe` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`available_at`) WHERE delivered_at is null;--> statement-breakpoint
CREATE TABLE `checkout_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`service_id` text NOT NULL,
	`form` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `checkout_drafts_expires` ON `checkout_drafts` (`expires_at`);--> statement-breakpoint
CREATE TABLE `order_counters` (
	`scope` text NOT NULL,
	`status` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`scope`, `status`)
);
--> statement-breakpoint
CREATE TABLE `order_entries` (
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
);
--> statement-breakpoint
CREATE INDEX `order_entries_order` ON `order_entries` (`order_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `order_items` (
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
);
--> statement-breakpoint
CREATE INDEX `order_items_order` ON `order_items` (`order_id`,`sequence`);--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`service_id` text NOT NULL,
	`service_name` text NOT NULL,
	`client_id` text NOT NULL,
	`billing` text NOT NULL,
	`status` text NOT NULL,
	`status_before_cancel` text,
	`sub_statuses` text NOT NULL,
	`assigned_to_id` text,
	`notes` text DEFAULT '' NOT NULL,
	`cancel_reason` text,
	`payment_type` text NOT NULL,
	`account` text NOT NULL,
	`order_duration` integer NOT NULL,
	`frequency` text NOT NULL,
	`subtotal` integer NOT NULL,
	`tiered_total` integer NOT NULL,
	`total` integer NOT NULL,
	`coupon_code` text,
	`pay_state` text DEFAULT 'unpaid' NOT NULL,
	`refunded` integer DEFAULT 0 NOT NULL,
	`payment_intent_id` text,
	`checkout_session_id` text,
	`setup_intent_id` text,
	`checkout_key` text,
	`transaction_details` text,
	`subscription_id` text,
	`cycle` integer,
	`upload_key` text,
	`source` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`paid_at` integer,
	`completed_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`assigned_to_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_number` ON `orders` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_checkout_key` ON `orders` (`checkout_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_payment_intent` ON `orders` (`account`,`payment_intent_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_cycle` ON `orders` (`subscription_id`,`cycle`);--> statement-breakpoint
CREATE INDEX `orders_checkout_session` ON `orders` (`checkout_session_id`);--> statement-breakpoint
CREATE INDEX `orders_setup_intent` ON `orders` (`setup_intent_id`);--> statement-breakpoint
CREATE INDEX `orders_created` ON `orders` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_client` ON `orders` (`client_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_service` ON `orders` (`service_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_assigned` ON `orders` (`assigned_to_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_completed` ON `orders` (`completed_at`,`id`) WHERE completed_at is not null;--> statement-breakpoint
CREATE INDEX `orders_paid` ON `orders` (`paid_at`,`id`) WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX `orders_unpaid` ON `orders` (`created_at`) WHERE pay_state = 'unpaid';--> statement-breakpoint
CREATE TABLE `customer_interfaces` (
	`service_id` text PRIMARY KEY NOT NULL,
	`sample_reports` text NOT NULL,
	`faqs` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `intake_fields` (
	`id` text PRIMARY KEY NOT NULL,
	`service_id` text NOT NULL,
	`name` text NOT NULL,
	`item_type` text NOT NULL,
	`mandatory` integer DEFAULT false NOT NULL,
	`multiple` integer DEFAULT false NOT NULL,
	`place_holder` text DEFAULT '' NOT NULL,
	`help_text` text DEFAULT '' NOT NULL,
	`image_key` text,
	`sequence` integer NOT NULL,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `intake_fields_service` ON `intake_fields` (`service_id`,`sequence`);--> statement-breakpoint
CREATE TABLE `packages` (
	`id` text PRIMARY KEY NOT NULL,
	`service_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`price` integer NOT NULL,
	`add_ons` text NOT NULL,
	`discounts` text NOT NULL,
	`sequence` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`archived_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `packages_service` ON `packages` (`service_id`,`sequence`);--> statement-breakpoint
CREATE TABLE `services` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`description_source` text DEFAULT '' NOT NULL,
	`checkout_description` text DEFAULT '' NOT NULL,
	`checkout_description_source` text DEFAULT '' NOT NULL,
	`image_key` text,
	`service_type` text NOT NULL,
	`payment_types` text NOT NULL,
	`order_duration` integer DEFAULT 1 NOT NULL,
	`frequency` text DEFAULT 'MONTH' NOT NULL,
	`sub_statuses` text NOT NULL,
	`template_key` text,
	`visible` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`archived_at` integer,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `services_type` ON `services` (`service_type`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `services_created` ON `services` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`service_id` text NOT NULL,
	`service_name` text NOT NULL,
	`initial_order_id` text NOT NULL,
	`account` text NOT NULL,
	`customer_id` text NOT NULL,
	`payment_method_id` text NOT NULL,
	`status` text NOT NULL,
	`current_cycle` integer DEFAULT 1 NOT NULL,
	`renewal_amount` integer NOT NULL,
	`order_duration` integer NOT NULL,
	`frequency` text NOT NULL,
	`anchor_day` integer NOT NULL,
	`previous_payment` integer NOT NULL,
	`next_payment` integer NOT NULL,
	`created_at` integer NOT NULL,
	`cancelled_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`initial_order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_initial_order` ON `subscriptions` (`initial_order_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_due` ON `subscriptions` (`status`,`next_payment`);--> statement-breakpoint
CREATE INDEX `subscriptions_client` ON `subscriptions` (`client_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_created` ON `subscriptions` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `uploads` (
	`key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`file_name` text NOT NULL,
	`content_type` text NOT NULL,
	`size` integer NOT NULL,
	`owner_id` text,
	`created_at` integer NOT NULL,
	`stored_at` integer,
	`attached_to` text
);
--> statement-breakpoint
CREATE INDEX `uploads_orphans` ON `uploads` (`created_at`) WHERE attached_to is null;--> statement-breakpoint
CREATE INDEX `uploads_attached` ON `uploads` (`attached_to`);--> statement-breakpoint
CREATE TABLE `password_resets` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `password_resets_user` ON `password_resets` (`user_id`);--> statement-breakpoint
CREATE TABLE `payment_customers` (
	`user_id` text NOT NULL,
	`account` text NOT NULL,
	`customer_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `account`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`window_started_at` integer NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sessions` (
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
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`ended_at`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`first_name_folded` text NOT NULL,
	`last_name_folded` text NOT NULL,
	`email_folded` text NOT NULL,
	`role` text NOT NULL,
	`privileges` text,
	`photo_key` text,
	`phone_no` text,
	`address` text,
	`city` text,
	`state` text,
	`zip_code` text,
	`country` text,
	`first_login` integer DEFAULT true NOT NULL,
	`user_status` text DEFAULT 'LEAD' NOT NULL,
	`client_type` text,
	`affiliate` integer DEFAULT false NOT NULL,
	`affiliate_code` text,
	`last_login` integer,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email_folded`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `users_affiliate_code` ON `users` (`affiliate_code`);--> statement-breakpoint
CREATE INDEX `users_role_created` ON `users` (`role`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `visits` (
	`id` text PRIMARY KEY NOT NULL,
	`affiliate_code` text NOT NULL,
	`landing_path` text NOT NULL,
	`referrer` text NOT NULL,
	`user_agent` text NOT NULL,
	`bot` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `visits_created` ON `visits` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `visits_code` ON `visits` (`affiliate_code`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`id` text PRIMARY KEY NOT NULL,
	`account` text NOT NULL,
	`type` text NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_events_received` ON `webhook_events` (`received_at`);