ALTER TABLE `orders` ADD `clock_left_ms` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `worked_ms` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `running_since` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `awaiting_since` integer;--> statement-breakpoint
ALTER TABLE `services` ADD `turnaround_days` integer;--> statement-breakpoint
ALTER TABLE `services` ADD `show_expected_date` integer DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE TABLE `order_undos` (
	`user_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`changed_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`former` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `saved_views` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`list` text NOT NULL,
	`search` text NOT NULL,
	`team` integer DEFAULT false NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_name` ON `saved_views` (`owner_id`,`list`,`name_folded`);--> statement-breakpoint
CREATE INDEX `saved_views_team` ON `saved_views` (`team`) WHERE team = 1;
--> statement-breakpoint
CREATE TABLE `message_drafts` (
	`user_id` text NOT NULL,
	`order_id` text NOT NULL,
	`thread` text NOT NULL,
	`body` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `order_id`, `thread`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `message_threads` (
	`order_number` integer PRIMARY KEY NOT NULL,
	`service_id` text NOT NULL,
	`assigned_to_id` text,
	`snoozed_until` integer,
	`state` text NOT NULL,
	`last_message_at` integer NOT NULL,
	`first_unanswered_at` integer,
	`first_client_at` integer,
	`first_response_at` integer,
	`first_responder_id` text,
	FOREIGN KEY (`order_number`) REFERENCES `orders`(`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`first_responder_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `message_threads_state` ON `message_threads` (`state`,`last_message_at`);--> statement-breakpoint
CREATE INDEX `message_threads_to_answer` ON `message_threads` (`assigned_to_id`,`last_message_at`) WHERE state in ('unread', 'open');--> statement-breakpoint
CREATE INDEX `message_threads_snoozed` ON `message_threads` (`snoozed_until`) WHERE snoozed_until is not null;--> statement-breakpoint
CREATE INDEX `message_threads_response` ON `message_threads` (`first_response_at`) WHERE first_response_at is not null;--> statement-breakpoint
CREATE TABLE `saved_replies` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_replies_named` ON `saved_replies` (`name_folded`);
--> statement-breakpoint
-- The inbox is read by assignee and snooze, which belong to the order.
CREATE TRIGGER message_threads_follow_order AFTER UPDATE OF assigned_to_id, snoozed_until ON orders
WHEN new.assigned_to_id IS NOT old.assigned_to_id OR new.snoozed_until IS NOT old.snoozed_until BEGIN
  UPDATE message_threads SET assigned_to_id = new.assigned_to_id, snoozed_until = new.snoozed_until WHERE order_number = new.number;
END;
--> statement-breakpoint
-- Nobody knows which of the earlier messages were read. Those of closed orders need no answer.
INSERT INTO message_threads (order_number, service_id, assigned_to_id, snoozed_until, state, last_message_at, first_unanswered_at, first_client_at)
SELECT orders.number, orders.service_id, orders.assigned_to_id, orders.snoozed_until,
  CASE WHEN orders.status IN ('Completed', 'Cancelled') THEN 'resolved'
    WHEN coalesce(last_client, 0) > coalesce(last_staff, 0) THEN 'open' ELSE 'waiting' END,
  last_message,
  (SELECT min(waiting.created_at) FROM order_messages waiting JOIN users author ON author.id = waiting.author_id AND author.role = 'CUSTOMER'
    WHERE waiting.order_id = orders.id AND waiting.thread = 'Customer' AND waiting.created_at > coalesce(last_staff, 0)),
  first_client
FROM (
  SELECT order_id, max(order_messages.created_at) AS last_message,
    min(iif(role = 'CUSTOMER', order_messages.created_at, NULL)) AS first_client,
    max(iif(role = 'CUSTOMER', order_messages.created_at, NULL)) AS last_client,
    max(iif(role = 'ADMIN', order_messages.created_at, NULL)) AS last_staff
  FROM order_messages CROSS JOIN users ON users.id = order_messages.author_id
  WHERE thread = 'Customer' GROUP BY order_id
) written CROSS JOIN orders ON orders.id = written.order_id;
--> statement-breakpoint
UPDATE message_threads SET (first_response_at, first_responder_id) = (
  SELECT answer.created_at, answer.author_id FROM order_messages answer JOIN users author ON author.id = answer.author_id AND author.role = 'ADMIN'
  WHERE answer.order_id = (SELECT id FROM orders WHERE number = message_threads.order_number) AND answer.thread = 'Customer' AND answer.created_at >= message_threads.first_client_at
  ORDER BY answer.created_at, answer.id LIMIT 1)
WHERE first_client_at IS NOT NULL;
--> statement-breakpoint
ALTER TABLE `billing_cycles` ADD `tax` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `billing_cycles` ADD `tax_rates` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `tax` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `tax_lines` text;
--> statement-breakpoint
CREATE INDEX `orders_work` ON `orders` (`assigned_to_id`,`status`,`awaiting_since`,`due_at`,`snoozed_until`,`id`) WHERE status in ('Active', 'Working');--> statement-breakpoint
CREATE INDEX `orders_priority` ON `orders` (`priority`,`created_at`,`id`) WHERE priority <> 'normal';--> statement-breakpoint
CREATE INDEX `orders_snoozed` ON `orders` (`assigned_to_id`,`snoozed_until`,`id`) WHERE snoozed_until is not null;--> statement-breakpoint
ALTER TABLE `services` ADD `assignment` text DEFAULT '{"rule":"nobody","people":[]}' NOT NULL;--> statement-breakpoint
ALTER TABLE `services` ADD `last_assigned_id` text;--> statement-breakpoint
ALTER TABLE `users` ADD `first_page` text DEFAULT 'dashboard' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `away_until` integer;--> statement-breakpoint
CREATE INDEX `placements_work` ON `placements` (`assigned_to_id`,`state`,`due_at`,`id`) WHERE due_at is not null;
