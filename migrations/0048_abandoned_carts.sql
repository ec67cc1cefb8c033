CREATE TABLE `cart_mails` (
	`cart_key` text NOT NULL,
	`number` integer NOT NULL,
	`client_id` text NOT NULL,
	`queued_at` integer NOT NULL,
	`sent_at` integer,
	PRIMARY KEY(`cart_key`, `number`),
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `cart_mails_client` ON `cart_mails` (`client_id`);--> statement-breakpoint
CREATE INDEX `cart_mails_queued` ON `cart_mails` (`queued_at`);--> statement-breakpoint
ALTER TABLE `checkout_drafts` ADD `client_id` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `checkout_drafts_client` ON `checkout_drafts` (`client_id`,`service_id`,`created_at`) WHERE client_id is not null;--> statement-breakpoint
CREATE INDEX `checkout_drafts_mailed` ON `checkout_drafts` (`created_at`) WHERE client_id is not null;