CREATE TABLE `visit_counts` (
	`bot` integer PRIMARY KEY NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO visit_counts (bot, count) SELECT 0, count(*) FROM visits WHERE NOT bot;
--> statement-breakpoint
INSERT INTO visit_counts (bot, count) SELECT 1, count(*) FROM visits WHERE bot;
--> statement-breakpoint
CREATE TRIGGER visits_counted AFTER INSERT ON visits BEGIN
  INSERT INTO visit_counts (bot, count) VALUES (new.bot, 1) ON CONFLICT (bot) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER visits_uncounted AFTER DELETE ON visits BEGIN
  UPDATE visit_counts SET count = count - 1 WHERE bot = old.bot;
END;
