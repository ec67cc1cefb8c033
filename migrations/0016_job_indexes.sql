CREATE INDEX `billing_cycles_unpaid` ON `billing_cycles` (`created_at`,`subscription_id`) WHERE state in ('open', 'failed');--> statement-breakpoint
CREATE INDEX `order_entries_package` ON `order_entries` (`package_id`);--> statement-breakpoint
CREATE INDEX `order_items_package` ON `order_items` (`package_id`);--> statement-breakpoint
CREATE INDEX `refunds_pending` ON `refunds` (`created_at`,`id`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `sign_in_challenges_used` ON `sign_in_challenges` (`used_at`) WHERE used_at is not null;--> statement-breakpoint
CREATE INDEX `sign_in_links_used` ON `sign_in_links` (`used_at`) WHERE used_at is not null;--> statement-breakpoint
CREATE INDEX `password_resets_expires` ON `password_resets` (`expires_at`);--> statement-breakpoint
CREATE INDEX `password_resets_used` ON `password_resets` (`used_at`) WHERE used_at is not null;--> statement-breakpoint
CREATE INDEX `sessions_ended` ON `sessions` (`ended_at`) WHERE ended_at is not null;