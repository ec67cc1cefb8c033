CREATE TABLE `claims` (
	`id` text PRIMARY KEY NOT NULL,
	`placement_id` text NOT NULL,
	`order_id` text NOT NULL,
	`client_id` text NOT NULL,
	`service_id` text NOT NULL,
	`opened_by` text NOT NULL,
	`opened_by_id` text,
	`verdict` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`repair_by` integer,
	`replace_by` integer,
	`replacement_id` text,
	`refund_id` text,
	`reject_reason` text DEFAULT '' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`closed_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`placement_id`) REFERENCES `placements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`opened_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`replacement_id`) REFERENCES `placements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`refund_id`) REFERENCES `refunds`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `claims_open` ON `claims` (`placement_id`) WHERE state in ('open', 'confirmed', 'repairing', 'replacing');--> statement-breakpoint
CREATE INDEX `claims_placement` ON `claims` (`placement_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `claims_created` ON `claims` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `claims_state` ON `claims` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `claims_client` ON `claims` (`client_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `claims_order` ON `claims` (`order_id`);--> statement-breakpoint
CREATE INDEX `claims_replacement` ON `claims` (`replacement_id`) WHERE replacement_id is not null;--> statement-breakpoint
CREATE INDEX `claims_repair` ON `claims` (`repair_by`) WHERE state in ('confirmed', 'repairing');--> statement-breakpoint
CREATE INDEX `claims_replace` ON `claims` (`replace_by`) WHERE state = 'replacing';--> statement-breakpoint
CREATE TABLE `dispute_answers` (
	`dispute_id` text PRIMARY KEY NOT NULL,
	`fields` text NOT NULL,
	`staged_at` integer NOT NULL,
	`staged_by_id` text NOT NULL,
	`submitted_at` integer,
	`submitted_by_id` text,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`dispute_id`) REFERENCES `disputes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staged_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`submitted_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `link_checks` (
	`id` text PRIMARY KEY NOT NULL,
	`placement_id` text NOT NULL,
	`due_at` integer NOT NULL,
	`at` integer NOT NULL,
	`verdict` text NOT NULL,
	`status` integer,
	`final_url` text DEFAULT '' NOT NULL,
	`rel` text DEFAULT '' NOT NULL,
	`anchor` text DEFAULT '' NOT NULL,
	`ms` integer DEFAULT 0 NOT NULL,
	`evidence_key` text,
	`body_sha256` text DEFAULT '' NOT NULL,
	`seen_by_id` text,
	`note` text DEFAULT '' NOT NULL,
	`prev_hash` text NOT NULL,
	`hash` text NOT NULL,
	FOREIGN KEY (`placement_id`) REFERENCES `placements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seen_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `link_checks_due` ON `link_checks` (`placement_id`,`due_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `link_checks_chain` ON `link_checks` (`placement_id`,`prev_hash`);--> statement-breakpoint
CREATE INDEX `link_checks_placement` ON `link_checks` (`placement_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `link_checks_at` ON `link_checks` (`at`,`verdict`);--> statement-breakpoint
CREATE TABLE `link_health_counters` (
	`health` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `placements` ADD `check_lease_until` integer;--> statement-breakpoint
ALTER TABLE `placements` ADD `check_hash` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `placements` ADD `faulty_since` integer;--> statement-breakpoint
ALTER TABLE `placements` ADD `unreadable_since` integer;--> statement-breakpoint
CREATE INDEX `placements_next_check` ON `placements` (`next_check_at`) WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX `placements_lost` ON `placements` (`lost_since`,`id`) WHERE lost_since is not null;--> statement-breakpoint
-- Kept by the table itself, as the counters of states are.
CREATE TRIGGER link_health_counted AFTER UPDATE OF health ON placements
WHEN old.health IS NOT new.health BEGIN
  UPDATE link_health_counters SET count = count - 1 WHERE health = old.health;
  INSERT INTO link_health_counters (health, count) SELECT new.health, 1 WHERE new.health IS NOT NULL
    ON CONFLICT (health) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER link_health_added AFTER INSERT ON placements WHEN new.health IS NOT NULL BEGIN
  INSERT INTO link_health_counters (health, count) VALUES (new.health, 1)
    ON CONFLICT (health) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER link_health_removed AFTER DELETE ON placements WHEN old.health IS NOT NULL BEGIN
  UPDATE link_health_counters SET count = count - 1 WHERE health = old.health;
END;
--> statement-breakpoint
-- Links that are live already are looked at next.
UPDATE placements SET next_check_at = live_at WHERE state = 'live' AND live_url <> '';
