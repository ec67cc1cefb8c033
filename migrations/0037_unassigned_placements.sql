DROP INDEX `placements_assigned_state`;--> statement-breakpoint
CREATE INDEX `placements_assigned_state` ON `placements` (`assigned_to_id`,`state`,`created_at`,`id`);