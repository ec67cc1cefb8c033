CREATE TABLE `form_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`answer` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `form_answers_created` ON `form_answers` (`created_at`);--> statement-breakpoint
ALTER TABLE `history` ADD `form_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `history_form_key` ON `history` (`form_key`) WHERE form_key is not null;