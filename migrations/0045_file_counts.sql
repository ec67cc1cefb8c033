CREATE TABLE `file_counts` (
	`id` integer PRIMARY KEY NOT NULL,
	`files` integer,
	`bytes` integer,
	`counted_at` integer,
	`last_key` text,
	`seen_files` integer DEFAULT 0 NOT NULL,
	`seen_bytes` integer DEFAULT 0 NOT NULL
);
