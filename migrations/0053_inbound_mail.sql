CREATE TABLE `inbound_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`key_hash` text NOT NULL,
	`outcome` text NOT NULL,
	`reason` text,
	`user_id` text,
	`order_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `inbound_mails_key` ON `inbound_mails` (`key_hash`);--> statement-breakpoint
CREATE INDEX `inbound_mails_user` ON `inbound_mails` (`user_id`) WHERE user_id is not null;