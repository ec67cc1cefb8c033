ALTER TABLE `outbox` ADD `urgent` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Mails that wait while this runs. Receipts have no kind of their own.
UPDATE outbox SET urgent = 1 WHERE delivered_at IS NULL
  AND (kind IN ('passwordReset', 'signInLink', 'lockedOut') OR dedupe_key LIKE 'email:receipt:%');--> statement-breakpoint
CREATE INDEX `outbox_urgent` ON `outbox` (`available_at`) WHERE delivered_at is null and urgent = 1;
