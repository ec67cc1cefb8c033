CREATE TABLE `number_floors` (
	`kind` text PRIMARY KEY NOT NULL,
	`above` integer NOT NULL,
	`raised_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `payment_event_failures` (
	`id` text PRIMARY KEY NOT NULL,
	`account` text NOT NULL,
	`type` text NOT NULL,
	`tries` integer DEFAULT 1 NOT NULL,
	`last_error` text NOT NULL,
	`first_failed_at` integer NOT NULL,
	`last_failed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `payment_event_failures_account` ON `payment_event_failures` (`account`,`last_failed_at`);--> statement-breakpoint
CREATE TABLE `payment_event_marks` (
	`account` text PRIMARY KEY NOT NULL,
	`read_up_to` integer NOT NULL,
	`numbers_checked_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `unmatched_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`account` text NOT NULL,
	`payment_intent_id` text NOT NULL,
	`amount` integer NOT NULL,
	`client_name` text,
	`client_email` text,
	`order_number` integer,
	`reason` text NOT NULL,
	`paid_at` integer NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`refunded_by_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `unmatched_payments_intent` ON `unmatched_payments` (`account`,`payment_intent_id`);--> statement-breakpoint
CREATE INDEX `unmatched_payments_state` ON `unmatched_payments` (`state`,`created_at`);--> statement-breakpoint
INSERT INTO `payment_event_marks` (`account`, `read_up_to`, `numbers_checked_at`)
SELECT `accounts`.`column1`, `started_at`, `started_at` FROM `job_runs`, (VALUES ('regular'), ('custom')) AS `accounts` WHERE `job` = 'readPaymentEvents';
