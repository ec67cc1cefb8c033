ALTER TABLE `sessions` ADD `used_at` integer;--> statement-breakpoint
UPDATE `sessions` SET `used_at` = `rotated_at`;