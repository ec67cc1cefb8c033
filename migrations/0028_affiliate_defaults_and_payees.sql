CREATE TABLE `payee_details` (
	`user_id` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `affiliate_programme` ADD `default_percent` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `affiliate_programme` ADD `default_first_time` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `affiliate_programme` ADD `default_perpetual` integer DEFAULT false NOT NULL;