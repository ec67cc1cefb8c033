-- The day first: all that a batch of visits counts lies together. The trigger goes meanwhile, as it names the table.
DROP TRIGGER visits_totalled;--> statement-breakpoint
CREATE TABLE `__new_visit_totals` (
	`affiliate_id` text NOT NULL,
	`day` integer NOT NULL,
	`visits` integer DEFAULT 0 NOT NULL,
	`bots` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `affiliate_id`)
);
--> statement-breakpoint
INSERT INTO `__new_visit_totals`("affiliate_id", "day", "visits", "bots") SELECT "affiliate_id", "day", "visits", "bots" FROM `visit_totals`;--> statement-breakpoint
DROP TABLE `visit_totals`;--> statement-breakpoint
ALTER TABLE `__new_visit_totals` RENAME TO `visit_totals`;--> statement-breakpoint
CREATE TRIGGER visits_totalled AFTER INSERT ON visits WHEN new.affiliate_id IS NOT NULL BEGIN
  INSERT INTO visit_totals (affiliate_id, day, visits, bots)
    VALUES (new.affiliate_id, new.created_at / 86400000, NOT new.bot, new.bot)
    ON CONFLICT (day, affiliate_id) DO UPDATE SET visits = visits + NOT new.bot, bots = bots + new.bot;
END;
