CREATE TABLE `billing_cycles` (
	`subscription_id` text NOT NULL,
	`cycle` integer NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`origin` text NOT NULL,
	`account` text NOT NULL,
	`amount` integer NOT NULL,
	`due_at` integer NOT NULL,
	`sequence` integer DEFAULT 1 NOT NULL,
	`payment_intent_id` text,
	`lease_until` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer,
	`first_tried_at` integer,
	`last_charge_id` text,
	`last_failure` text,
	`last_failure_code` text,
	`action_needed` integer DEFAULT false NOT NULL,
	`order_id` text,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	PRIMARY KEY(`subscription_id`, `cycle`),
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_cycles_intent` ON `billing_cycles` (`account`,`payment_intent_id`);--> statement-breakpoint
CREATE INDEX `billing_cycles_open` ON `billing_cycles` (`next_try_at`) WHERE state = 'open';--> statement-breakpoint
CREATE TABLE `job_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`done` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`last_error_at` integer
);
--> statement-breakpoint
CREATE TABLE `client_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`author_id` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `client_notes_client` ON `client_notes` (`client_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `commission_settings` (
	`user_id` text NOT NULL,
	`service_id` text NOT NULL,
	`percent` integer NOT NULL,
	`first_time` integer NOT NULL,
	`perpetual` integer NOT NULL,
	PRIMARY KEY(`user_id`, `service_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `notification_choices` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`in_app` integer NOT NULL,
	`email` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `sign_in_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sign_in_challenges_expires` ON `sign_in_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sign_in_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`redirect_to` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sign_in_links_user` ON `sign_in_links` (`user_id`);--> statement-breakpoint
CREATE INDEX `sign_in_links_expires` ON `sign_in_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `two_factors` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`created_at` integer NOT NULL,
	`enabled_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `notifications` ADD `mail_wanted_at` integer;--> statement-breakpoint
ALTER TABLE `notifications` ADD `mail_only` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `card_brand` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `card_last4` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `card_expires_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `card_generation` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `cancel_requested_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `cancel_request` text;--> statement-breakpoint
CREATE INDEX `subscriptions_next_payment` ON `subscriptions` (`next_payment`,`id`);--> statement-breakpoint
ALTER TABLE `password_resets` ADD `purpose` text DEFAULT 'reset' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `imported_id` text;