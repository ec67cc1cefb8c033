CREATE TABLE `exports` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`kind` text NOT NULL,
	`search` text NOT NULL,
	`state` text NOT NULL,
	`rows_done` integer DEFAULT 0 NOT NULL,
	`rows_total` integer DEFAULT 0 NOT NULL,
	`upload_key` text,
	`created_at` integer NOT NULL,
	`lease_until` integer,
	`finished_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `exports_owner` ON `exports` (`owner_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `imported_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`from_name` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `imported_messages_order` ON `imported_messages` (`order_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `order_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`thread` text NOT NULL,
	`author_id` text NOT NULL,
	`real_author_id` text,
	`body` text NOT NULL,
	`body_source` text NOT NULL,
	`dedupe_key` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`real_author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_messages_thread` ON `order_messages` (`order_id`,`thread`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `order_messages_dedupe` ON `order_messages` (`dedupe_key`);--> statement-breakpoint
CREATE TABLE `order_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`upload_key` text NOT NULL,
	`file_name` text NOT NULL,
	`created_by_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_reports_order` ON `order_reports` (`order_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`account` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`source` text NOT NULL,
	`state` text NOT NULL,
	`provider_id` text,
	`request_key` text,
	`created_by_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`refunded_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `refunds_order` ON `refunds` (`order_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `refunds_date` ON `refunds` (`refunded_at`,`id`) WHERE refunded_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_provider` ON `refunds` (`account`,`provider_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_request` ON `refunds` (`request_key`);--> statement-breakpoint
ALTER TABLE `orders` ADD `approved_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `change_requests` integer DEFAULT 0 NOT NULL;