CREATE TABLE `invoice_heads` (
	`id` text PRIMARY KEY NOT NULL,
	`head` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_heads_head` ON `invoice_heads` (`head`);--> statement-breakpoint
ALTER TABLE `invoices` ADD `head_id` text REFERENCES invoice_heads(id);