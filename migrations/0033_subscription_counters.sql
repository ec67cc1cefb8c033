CREATE TABLE `subscription_counters` (
	`status` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO subscription_counters (status, count) SELECT status, count(*) FROM subscriptions GROUP BY status;--> statement-breakpoint
-- Kept by the table itself, as the counters of orders are.
CREATE TRIGGER subscriptions_counted AFTER INSERT ON subscriptions BEGIN
  INSERT INTO subscription_counters (status, count) VALUES (new.status, 1)
    ON CONFLICT (status) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER subscriptions_recounted AFTER UPDATE OF status ON subscriptions WHEN old.status <> new.status BEGIN
  UPDATE subscription_counters SET count = count - 1 WHERE status = old.status;
  INSERT INTO subscription_counters (status, count) VALUES (new.status, 1)
    ON CONFLICT (status) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER subscriptions_uncounted AFTER DELETE ON subscriptions BEGIN
  UPDATE subscription_counters SET count = count - 1 WHERE status = old.status;
END;
