ALTER TABLE `link_checks` ADD `kept_until` integer;--> statement-breakpoint
CREATE INDEX `link_checks_kept` ON `link_checks` (`kept_until`) WHERE kept_until is not null;