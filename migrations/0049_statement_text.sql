ALTER TABLE `billing_cycles` ADD `statement_text` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `statement_text` text;