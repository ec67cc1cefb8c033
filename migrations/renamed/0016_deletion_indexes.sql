CREATE INDEX IF NOT EXISTS `billing_cycles_unpaid` ON `billing_cycles` (`created_at`,`subscription_id`) WHERE state in ('open', 'failed');--> statement-breakpoint
CREATE INDEX IF NOT EXISTS `refunds_pending` ON `refunds` (`created_at`,`id`) WHERE state = 'pending';--> statement-breakpoint
UPDATE `d1_migrations` SET `name` = '0016_job_indexes.sql' WHERE `name` = '0016_deletion_indexes.sql';
