CREATE TABLE `missed_cycles` (
	`subscription_id` text NOT NULL,
	`due_at` integer NOT NULL,
	`amount` integer NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`cycle` integer,
	`created_at` integer NOT NULL,
	`mailed_at` integer,
	`decided_at` integer,
	`decided_by_id` text,
	PRIMARY KEY(`subscription_id`, `due_at`),
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `missed_cycles_open` ON `missed_cycles` (`created_at`) WHERE state = 'open';--> statement-breakpoint
CREATE TABLE `dead_letters` (
	`id` text PRIMARY KEY NOT NULL,
	`queue` text NOT NULL,
	`message_id` text NOT NULL,
	`body` text NOT NULL,
	`received_at` integer NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`handled_at` integer,
	`handled_by_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dead_letters_message` ON `dead_letters` (`queue`,`message_id`);--> statement-breakpoint
CREATE INDEX `dead_letters_open` ON `dead_letters` (`received_at`,`id`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `dead_letters_handled` ON `dead_letters` (`handled_at`) WHERE handled_at is not null;--> statement-breakpoint
ALTER TABLE `job_runs` ADD `failures_in_row` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_events` ADD `missed_at` integer;--> statement-breakpoint
CREATE INDEX `webhook_events_missed` ON `webhook_events` (`account`,`missed_at`) WHERE missed_at is not null;