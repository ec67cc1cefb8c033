ALTER TABLE `refunds` ADD `credit_number` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_credit` ON `refunds` (`account`,`credit_number`) WHERE credit_number is not null;