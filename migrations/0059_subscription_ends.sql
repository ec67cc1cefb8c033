ALTER TABLE `subscriptions` ADD `ends_at` integer;--> statement-breakpoint
CREATE INDEX `subscriptions_ends` ON `subscriptions` (`ends_at`,`id`) WHERE ends_at is not null;