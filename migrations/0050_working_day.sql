CREATE TABLE `order_tags` (
	`order_id` text NOT NULL,
	`tag_id` text NOT NULL,
	PRIMARY KEY(`order_id`, `tag_id`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_tags_tag` ON `order_tags` (`tag_id`,`order_id`);--> statement-breakpoint
CREATE TABLE `tags` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`color` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_named` ON `tags` (`name_folded`);--> statement-breakpoint
ALTER TABLE `orders` ADD `due_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `priority` text DEFAULT 'normal' NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `snoozed_until` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `snooze_reason` text;