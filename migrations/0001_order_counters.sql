-- Totals by scope ('all' or a client) and status, kept by the table itself: no statement can forget them.
CREATE TRIGGER orders_counted AFTER INSERT ON orders BEGIN
  INSERT INTO order_counters (scope, status, count) VALUES ('all', new.status, 1)
    ON CONFLICT (scope, status) DO UPDATE SET count = count + 1;
  INSERT INTO order_counters (scope, status, count) VALUES (new.client_id, new.status, 1)
    ON CONFLICT (scope, status) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER orders_recounted AFTER UPDATE OF status, client_id ON orders
WHEN old.status <> new.status OR old.client_id <> new.client_id BEGIN
  UPDATE order_counters SET count = count - 1
    WHERE (scope = 'all' OR scope = old.client_id) AND status = old.status;
  INSERT INTO order_counters (scope, status, count) VALUES ('all', new.status, 1)
    ON CONFLICT (scope, status) DO UPDATE SET count = count + 1;
  INSERT INTO order_counters (scope, status, count) VALUES (new.client_id, new.status, 1)
    ON CONFLICT (scope, status) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER orders_uncounted AFTER DELETE ON orders BEGIN
  UPDATE order_counters SET count = count - 1
    WHERE (scope = 'all' OR scope = old.client_id) AND status = old.status;
END;
