ALTER TABLE `coupons` ADD `held_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `coupons` ADD `used_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `coupons` ADD `released_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- A coupon's uses by their state, kept by the table itself: no statement can forget them.
CREATE TRIGGER coupon_uses_counted AFTER INSERT ON coupon_uses BEGIN
  UPDATE coupons SET
    held_count = held_count + (new.state = 'held'),
    used_count = used_count + (new.state = 'used'),
    released_count = released_count + (new.state = 'released')
    WHERE id = new.coupon_id;
END;
--> statement-breakpoint
CREATE TRIGGER coupon_uses_recounted AFTER UPDATE OF state ON coupon_uses WHEN old.state <> new.state BEGIN
  UPDATE coupons SET
    held_count = held_count + (new.state = 'held') - (old.state = 'held'),
    used_count = used_count + (new.state = 'used') - (old.state = 'used'),
    released_count = released_count + (new.state = 'released') - (old.state = 'released')
    WHERE id = new.coupon_id;
END;
