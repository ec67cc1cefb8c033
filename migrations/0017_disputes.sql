CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`account` text NOT NULL,
	`provider_id` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`evidence_due_at` integer,
	`opened_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `disputes_order` ON `disputes` (`order_id`,`opened_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `disputes_provider` ON `disputes` (`account`,`provider_id`);--> statement-breakpoint
ALTER TABLE `refunds` ADD `dispute_id` text REFERENCES disputes(id);