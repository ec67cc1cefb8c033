CREATE INDEX `claims_client_state` ON `claims` (`client_id`,`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `claims_opener_state` ON `claims` (`opened_by`,`state`,`created_at`,`id`);