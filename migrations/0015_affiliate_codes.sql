CREATE TABLE `affiliate_codes` (
	`code` text NOT NULL,
	`affiliate_id` text NOT NULL,
	PRIMARY KEY(`code`, `affiliate_id`)
);
--> statement-breakpoint
DROP INDEX `visits_code`;--> statement-breakpoint
CREATE INDEX `visits_stray` ON `visits` (`affiliate_code`,`created_at`,`id`) WHERE affiliate_id is null;--> statement-breakpoint
CREATE TRIGGER affiliate_codes_new AFTER INSERT ON users WHEN new.affiliate_code IS NOT NULL BEGIN
  INSERT OR IGNORE INTO affiliate_codes (code, affiliate_id) VALUES (new.affiliate_code, new.id);
END;
--> statement-breakpoint
CREATE TRIGGER affiliate_codes_changed AFTER UPDATE OF affiliate_code ON users WHEN new.affiliate_code IS NOT NULL BEGIN
  INSERT OR IGNORE INTO affiliate_codes (code, affiliate_id) VALUES (new.affiliate_code, new.id);
END;
--> statement-breakpoint
INSERT INTO affiliate_codes (code, affiliate_id)
SELECT affiliate_code, id FROM users WHERE affiliate_code IS NOT NULL
UNION SELECT affiliate_code, affiliate_id FROM visits WHERE affiliate_id IS NOT NULL;
