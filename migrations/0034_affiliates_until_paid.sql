DROP INDEX `users_affiliates`;--> statement-breakpoint
ALTER TABLE `users` ADD `open_commissions` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `users_listed_affiliates` ON `users` (`created_at`,`id`) WHERE affiliate = 1 or open_commissions > 0;
--> statement-breakpoint
-- Kept by the tables themselves: no statement can forget them. Affiliates keep 0, so that their commissions write no more.
CREATE TRIGGER open_commissions_turned AFTER UPDATE OF affiliate, deleted_at ON users
WHEN (old.affiliate = 1 AND old.deleted_at IS NULL) <> (new.affiliate = 1 AND new.deleted_at IS NULL) BEGIN
  UPDATE users SET open_commissions = iif(new.affiliate = 1 AND new.deleted_at IS NULL, 0,
      (SELECT count(*) FROM commissions WHERE affiliate_id = new.id AND status <> 'PAID' AND voided_at IS NULL))
    WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER open_commissions_new AFTER INSERT ON commissions WHEN new.status <> 'PAID' AND new.voided_at IS NULL BEGIN
  UPDATE users SET open_commissions = open_commissions + 1
    WHERE id = new.affiliate_id AND (affiliate = 0 OR deleted_at IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER open_commissions_changed AFTER UPDATE OF status, voided_at ON commissions
WHEN (old.status <> 'PAID' AND old.voided_at IS NULL) <> (new.status <> 'PAID' AND new.voided_at IS NULL) BEGIN
  UPDATE users SET open_commissions = open_commissions + iif(new.status <> 'PAID' AND new.voided_at IS NULL, 1, -1)
    WHERE id = new.affiliate_id AND (affiliate = 0 OR deleted_at IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER open_commissions_gone AFTER DELETE ON commissions WHEN old.status <> 'PAID' AND old.voided_at IS NULL BEGIN
  UPDATE users SET open_commissions = open_commissions - 1
    WHERE id = old.affiliate_id AND (affiliate = 0 OR deleted_at IS NOT NULL);
END;
--> statement-breakpoint
UPDATE users SET open_commissions = (SELECT count(*) FROM commissions
    WHERE affiliate_id = users.id AND status <> 'PAID' AND voided_at IS NULL)
  WHERE (affiliate = 0 OR deleted_at IS NOT NULL)
    AND id IN (SELECT affiliate_id FROM commissions WHERE status <> 'PAID' AND voided_at IS NULL);
