DROP INDEX `orders_paid`;--> statement-breakpoint
CREATE INDEX `orders_paid` ON `orders` (`paid_at`,`status`,`client_id`,`assigned_to_id`,`total`) WHERE paid_at is not null;