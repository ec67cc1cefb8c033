CREATE TABLE `page_facts` (
	`address` text PRIMARY KEY NOT NULL,
	`status` integer NOT NULL,
	`noindex` integer NOT NULL,
	`final_url` text NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `page_facts_seen` ON `page_facts` (`seen_at`);--> statement-breakpoint
ALTER TABLE `orders` ADD `warnings` text;--> statement-breakpoint
ALTER TABLE `services` ADD `link_rules` text DEFAULT '{"words":[],"linksPerPage":10}' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `excluded_sites` text DEFAULT '[]' NOT NULL;