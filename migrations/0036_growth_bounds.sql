CREATE TABLE `affiliate_commissions` (
	`affiliate_id` text NOT NULL,
	`status` text NOT NULL,
	`count` integer NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`affiliate_id`, `status`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `payout_shares` (
	`payout_id` text NOT NULL,
	`affiliate_id` text NOT NULL,
	`lines` integer NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`payout_id`, `affiliate_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `payout_shares_affiliate` ON `payout_shares` (`affiliate_id`,`payout_id`);--> statement-breakpoint
CREATE TABLE `email_parts` (
	`part` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`part`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
DROP INDEX `commissions_affiliate`;--> statement-breakpoint
CREATE INDEX `commissions_affiliate_status` ON `commissions` (`affiliate_id`,`status`,case status when 'CREATED' then order_paid_at when 'APPROVED' then approved_at else paid_at end) WHERE voided_at is null;--> statement-breakpoint
CREATE INDEX `commissions_void` ON `commissions` (`affiliate_id`,`order_id`) WHERE voided_at is not null and kind = 'earned';--> statement-breakpoint
CREATE INDEX `order_credits_unearned` ON `order_credits` (`affiliate_id`,`order_id`) WHERE reason not in ('perpetual', 'firstTime');--> statement-breakpoint
CREATE INDEX `commissions_affiliate` ON `commissions` (`affiliate_id`,`created_at`,`id`,`status`,`amount`,`voided_at`);--> statement-breakpoint
DROP INDEX `packages_service`;--> statement-breakpoint
CREATE INDEX `packages_service` ON `packages` (`service_id`,`sequence`,`archived_at`);--> statement-breakpoint
ALTER TABLE `affiliate_totals` ADD `referrals` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payouts` ADD `affiliates` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payouts` ADD `lines` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payouts` ADD `total` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `coupons_affiliate` ON `coupons` (`affiliate_id`) WHERE affiliate_id is not null;--> statement-breakpoint
CREATE INDEX `orders_client_service` ON `orders` (`client_id`,`service_id`) WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX `services_named` ON `services` (`name_folded`,`id`);--> statement-breakpoint
CREATE INDEX `services_in_sequence` ON `services` (`sequence`,`created_at`,`id`) WHERE visible = 1 and archived_at is null;--> statement-breakpoint
CREATE INDEX `subscriptions_service` ON `subscriptions` (`service_id`,`status`);--> statement-breakpoint

-- Stored by key: half the rows that an account writes.
DROP TRIGGER name_parts_new;--> statement-breakpoint
DROP TRIGGER name_parts_changed;--> statement-breakpoint
DROP TRIGGER name_parts_gone;--> statement-breakpoint
CREATE TABLE `name_parts_by_key` (
	`part` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`part`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO name_parts_by_key (part, user_id) SELECT part, user_id FROM name_parts;--> statement-breakpoint
DROP TABLE name_parts;--> statement-breakpoint
ALTER TABLE name_parts_by_key RENAME TO name_parts;--> statement-breakpoint
CREATE TRIGGER name_parts_new AFTER INSERT ON users BEGIN
  INSERT INTO name_parts (part, user_id)
    SELECT substr(new.first_name_folded || ' ' || new.last_name_folded, key + 1), new.id
    FROM json_each('[' || substr(replace(hex(zeroblob(length(new.first_name_folded || ' ' || new.last_name_folded))), '00', ',0'), 2) || ']');
END;
--> statement-breakpoint
CREATE TRIGGER name_parts_changed AFTER UPDATE OF first_name_folded, last_name_folded ON users
WHEN old.first_name_folded <> new.first_name_folded OR old.last_name_folded <> new.last_name_folded BEGIN
  DELETE FROM name_parts WHERE user_id = old.id AND part IN (
    SELECT substr(old.first_name_folded || ' ' || old.last_name_folded, key + 1)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(old.first_name_folded || ' ' || old.last_name_folded))), '00', ',0'), 2) || ']'));
  INSERT INTO name_parts (part, user_id)
    SELECT substr(new.first_name_folded || ' ' || new.last_name_folded, key + 1), new.id
    FROM json_each('[' || substr(replace(hex(zeroblob(length(new.first_name_folded || ' ' || new.last_name_folded))), '00', ',0'), 2) || ']');
END;
--> statement-breakpoint
CREATE TRIGGER name_parts_gone AFTER DELETE ON users BEGIN
  DELETE FROM name_parts WHERE user_id = old.id AND part IN (
    SELECT substr(old.first_name_folded || ' ' || old.last_name_folded, key + 1)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(old.first_name_folded || ' ' || old.last_name_folded))), '00', ',0'), 2) || ']'));
END;
--> statement-breakpoint
-- Kept as name_parts is, with every second suffix.
CREATE TRIGGER email_parts_new AFTER INSERT ON users BEGIN
  INSERT INTO email_parts (part, user_id)
    SELECT substr(new.email_folded, key + 1), new.id
    FROM json_each('[' || substr(replace(hex(zeroblob(length(new.email_folded))), '00', ',0'), 2) || ']') WHERE key % 2 = 0;
END;
--> statement-breakpoint
CREATE TRIGGER email_parts_changed AFTER UPDATE OF email_folded ON users WHEN old.email_folded <> new.email_folded BEGIN
  DELETE FROM email_parts WHERE user_id = old.id AND part IN (
    SELECT substr(old.email_folded, key + 1)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(old.email_folded))), '00', ',0'), 2) || ']'));
  INSERT INTO email_parts (part, user_id)
    SELECT substr(new.email_folded, key + 1), new.id
    FROM json_each('[' || substr(replace(hex(zeroblob(length(new.email_folded))), '00', ',0'), 2) || ']') WHERE key % 2 = 0;
END;
--> statement-breakpoint
CREATE TRIGGER email_parts_gone AFTER DELETE ON users BEGIN
  DELETE FROM email_parts WHERE user_id = old.id AND part IN (
    SELECT substr(old.email_folded, key + 1)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(old.email_folded))), '00', ',0'), 2) || ']'));
END;
--> statement-breakpoint
INSERT INTO email_parts (part, user_id)
SELECT substr(users.email_folded, key + 1), users.id
FROM users, json_each('[' || substr(replace(hex(zeroblob(length(users.email_folded))), '00', ',0'), 2) || ']') WHERE key % 2 = 0;
--> statement-breakpoint
CREATE TRIGGER payout_shares_new AFTER INSERT ON commissions WHEN new.payout_id IS NOT NULL BEGIN
  INSERT INTO payout_shares (payout_id, affiliate_id, lines, total)
    SELECT new.payout_id, new.affiliate_id, 1, new.amount WHERE new.payout_id IS NOT NULL
    ON CONFLICT (payout_id, affiliate_id) DO UPDATE SET lines = lines + 1, total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER payout_shares_changed AFTER UPDATE OF payout_id, affiliate_id, amount ON commissions
WHEN (old.payout_id IS NOT NULL OR new.payout_id IS NOT NULL)
  AND (old.payout_id IS NOT new.payout_id OR old.affiliate_id <> new.affiliate_id OR old.amount <> new.amount) BEGIN
  UPDATE payout_shares SET lines = lines - 1, total = total - old.amount
    WHERE payout_id = old.payout_id AND affiliate_id = old.affiliate_id;
  DELETE FROM payout_shares WHERE payout_id = old.payout_id AND affiliate_id = old.affiliate_id AND lines = 0;
  INSERT INTO payout_shares (payout_id, affiliate_id, lines, total)
    SELECT new.payout_id, new.affiliate_id, 1, new.amount WHERE new.payout_id IS NOT NULL
    ON CONFLICT (payout_id, affiliate_id) DO UPDATE SET lines = lines + 1, total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER payout_shares_gone AFTER DELETE ON commissions WHEN old.payout_id IS NOT NULL BEGIN
  UPDATE payout_shares SET lines = lines - 1, total = total - old.amount
    WHERE payout_id = old.payout_id AND affiliate_id = old.affiliate_id;
  DELETE FROM payout_shares WHERE payout_id = old.payout_id AND affiliate_id = old.affiliate_id AND lines = 0;
END;
--> statement-breakpoint
CREATE TRIGGER payouts_share_new AFTER INSERT ON payout_shares BEGIN
  UPDATE payouts SET affiliates = affiliates + 1, lines = lines + new.lines, total = total + new.total WHERE id = new.payout_id;
END;
--> statement-breakpoint
CREATE TRIGGER payouts_share_changed AFTER UPDATE OF lines, total ON payout_shares BEGIN
  UPDATE payouts SET lines = lines + new.lines - old.lines, total = total + new.total - old.total WHERE id = new.payout_id;
END;
--> statement-breakpoint
CREATE TRIGGER payouts_share_gone AFTER DELETE ON payout_shares BEGIN
  UPDATE payouts SET affiliates = affiliates - 1, lines = lines - old.lines, total = total - old.total WHERE id = old.payout_id;
END;
--> statement-breakpoint
INSERT INTO payout_shares (payout_id, affiliate_id, lines, total)
SELECT payout_id, affiliate_id, count(*), sum(amount) FROM commissions WHERE payout_id IS NOT NULL GROUP BY payout_id, affiliate_id;
--> statement-breakpoint
CREATE TRIGGER affiliate_commissions_new AFTER INSERT ON commissions WHEN new.voided_at IS NULL BEGIN
  INSERT INTO affiliate_commissions (affiliate_id, status, count, amount)
    SELECT new.affiliate_id, new.status, 1, new.amount WHERE new.voided_at IS NULL
    ON CONFLICT (affiliate_id, status) DO UPDATE SET count = count + 1, amount = amount + excluded.amount;
END;
--> statement-breakpoint
CREATE TRIGGER affiliate_commissions_changed AFTER UPDATE OF affiliate_id, status, amount, voided_at ON commissions
WHEN old.affiliate_id <> new.affiliate_id OR old.status <> new.status OR old.amount <> new.amount
  OR (old.voided_at IS NULL) <> (new.voided_at IS NULL) BEGIN
  UPDATE affiliate_commissions SET count = count - 1, amount = amount - old.amount
    WHERE affiliate_id = old.affiliate_id AND status = old.status AND old.voided_at IS NULL;
  INSERT INTO affiliate_commissions (affiliate_id, status, count, amount)
    SELECT new.affiliate_id, new.status, 1, new.amount WHERE new.voided_at IS NULL
    ON CONFLICT (affiliate_id, status) DO UPDATE SET count = count + 1, amount = amount + excluded.amount;
END;
--> statement-breakpoint
CREATE TRIGGER affiliate_commissions_gone AFTER DELETE ON commissions WHEN old.voided_at IS NULL BEGIN
  UPDATE affiliate_commissions SET count = count - 1, amount = amount - old.amount
    WHERE affiliate_id = old.affiliate_id AND status = old.status AND old.voided_at IS NULL;
END;
--> statement-breakpoint
INSERT INTO affiliate_commissions (affiliate_id, status, count, amount)
SELECT affiliate_id, status, count(*), sum(amount) FROM commissions WHERE voided_at IS NULL GROUP BY affiliate_id, status;
--> statement-breakpoint
-- An attribution never changes.
CREATE TRIGGER affiliate_referrals_new AFTER INSERT ON attributions WHEN new.affiliate_id IS NOT NULL BEGIN
  INSERT INTO affiliate_totals (affiliate_id, revenue, referrals) VALUES (new.affiliate_id, 0, 1)
    ON CONFLICT (affiliate_id) DO UPDATE SET referrals = referrals + 1;
END;
--> statement-breakpoint
INSERT INTO affiliate_totals (affiliate_id, revenue, referrals)
SELECT affiliate_id, 0, count(*) FROM attributions WHERE affiliate_id IS NOT NULL GROUP BY affiliate_id
ON CONFLICT (affiliate_id) DO UPDATE SET referrals = excluded.referrals;
