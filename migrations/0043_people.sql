CREATE TABLE `deletion_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`requested_by_id` text NOT NULL,
	`requested_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`undone_at` integer,
	`undone_by_id` text,
	`started_at` integer,
	`steps` text DEFAULT '[]' NOT NULL,
	`erased_at` integer,
	`finished_at` integer,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deletion_requests_open` ON `deletion_requests` (`client_id`) WHERE undone_at is null;--> statement-breakpoint
CREATE INDEX `deletion_requests_due` ON `deletion_requests` (`due_at`) WHERE undone_at is null and finished_at is null;--> statement-breakpoint
CREATE INDEX `history_audit` ON `history` (`entity`,`id`) WHERE entity not in ('order', 'placement');
