CREATE TABLE `placement_counters` (
	`scope` text NOT NULL,
	`state` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`scope`, `state`)
);
--> statement-breakpoint
CREATE TABLE `placements` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`order_id` text NOT NULL,
	`order_item_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`service_id` text NOT NULL,
	`client_id` text NOT NULL,
	`client_reference` text DEFAULT '' NOT NULL,
	`target_url` text DEFAULT '' NOT NULL,
	`agency_chooses` integer DEFAULT false NOT NULL,
	`anchor_text` text DEFAULT '' NOT NULL,
	`brief` text DEFAULT '' NOT NULL,
	`brief_source` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`state_before_cancel` text,
	`site_domain` text,
	`site_dr` integer,
	`site_da` integer,
	`site_traffic` integer,
	`metrics_source` text DEFAULT '' NOT NULL,
	`metrics_at` integer,
	`sample_page` text DEFAULT '' NOT NULL,
	`content_url` text DEFAULT '' NOT NULL,
	`content_key` text,
	`content` text DEFAULT '' NOT NULL,
	`content_source` text DEFAULT '' NOT NULL,
	`content_approved_at` integer,
	`proposal` integer DEFAULT 0 NOT NULL,
	`proposed_at` integer,
	`answer_by` integer,
	`reminded_at` integer,
	`decline_reason` text DEFAULT '' NOT NULL,
	`live_url` text DEFAULT '' NOT NULL,
	`live_at` integer,
	`on_time` integer,
	`terms` text NOT NULL,
	`share` integer NOT NULL,
	`refund_id` text,
	`due_at` integer,
	`clock_left_ms` integer NOT NULL,
	`starts_on` integer,
	`assigned_to_id` text,
	`staff_note` text DEFAULT '' NOT NULL,
	`replaces_id` text,
	`health` text,
	`health_at` integer,
	`next_check_at` integer,
	`lost_since` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_item_id`) REFERENCES `order_items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`refund_id`) REFERENCES `refunds`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`assigned_to_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `placements_number` ON `placements` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `placements_order` ON `placements` (`order_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `placements_created` ON `placements` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `placements_state` ON `placements` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `placements_client` ON `placements` (`client_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `placements_client_state` ON `placements` (`client_id`,`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `placements_service_state` ON `placements` (`service_id`,`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `placements_assigned_state` ON `placements` (`assigned_to_id`,`state`,`created_at`,`id`) WHERE assigned_to_id is not null;--> statement-breakpoint
CREATE INDEX `placements_client_reference` ON `placements` (`client_id`,`client_reference`,`created_at`,`id`) WHERE client_reference <> '';--> statement-breakpoint
CREATE INDEX `placements_reference` ON `placements` (`client_reference`,`created_at`,`id`) WHERE client_reference <> '';--> statement-breakpoint
CREATE INDEX `placements_site` ON `placements` (`site_domain`,`created_at`,`id`) WHERE site_domain is not null;--> statement-breakpoint
CREATE INDEX `placements_health` ON `placements` (`health`,`created_at`,`id`) WHERE health is not null;--> statement-breakpoint
CREATE INDEX `placements_due` ON `placements` (case when due_at is null then 9007199254740991 else due_at end,`id`);--> statement-breakpoint
CREATE INDEX `placements_live` ON `placements` (`live_at`,`id`);--> statement-breakpoint
CREATE INDEX `placements_answer` ON `placements` (`answer_by`) WHERE answer_by is not null;--> statement-breakpoint
CREATE INDEX `placements_replaces` ON `placements` (`replaces_id`) WHERE replaces_id is not null;--> statement-breakpoint
ALTER TABLE `orders` ADD `drip` text;--> statement-breakpoint
ALTER TABLE `packages` ADD `tracking` text DEFAULT '{"tracked":false,"turnaroundDays":20,"guaranteeDays":365,"remedy":"replace","approveSite":false,"approveContent":false,"silentApprovalHours":0,"relWanted":"any","minDr":null}' NOT NULL;--> statement-breakpoint
-- Kept by the table itself, as the counters of orders are.
CREATE TRIGGER placements_counted AFTER INSERT ON placements BEGIN
  INSERT INTO placement_counters (scope, state, count) VALUES ('all', new.state, 1)
    ON CONFLICT (scope, state) DO UPDATE SET count = count + 1;
  INSERT INTO placement_counters (scope, state, count) VALUES (new.client_id, new.state, 1)
    ON CONFLICT (scope, state) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER placements_recounted AFTER UPDATE OF state, client_id ON placements
WHEN old.state <> new.state OR old.client_id <> new.client_id BEGIN
  UPDATE placement_counters SET count = count - 1
    WHERE (scope = 'all' OR scope = old.client_id) AND state = old.state;
  INSERT INTO placement_counters (scope, state, count) VALUES ('all', new.state, 1)
    ON CONFLICT (scope, state) DO UPDATE SET count = count + 1;
  INSERT INTO placement_counters (scope, state, count) VALUES (new.client_id, new.state, 1)
    ON CONFLICT (scope, state) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER placements_uncounted AFTER DELETE ON placements BEGIN
  UPDATE placement_counters SET count = count - 1
    WHERE (scope = 'all' OR scope = old.client_id) AND state = old.state;
END;
