CREATE TABLE `cron_runs` (
	`cron` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`jobs` text DEFAULT '{}' NOT NULL
);
