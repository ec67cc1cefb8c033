-- Only what the bell counts, so that a page reads no more rows than it shows.
DROP INDEX `notifications_unread`;--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`,`mail_only`,`read_at`) WHERE read_at is null and mail_only = 0;
