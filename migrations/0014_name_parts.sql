CREATE TABLE `name_parts` (
	`part` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`part`, `user_id`)
);
--> statement-breakpoint
-- json_each over a list of as many zeros as the name has characters: its keys are where the parts begin.
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
INSERT INTO name_parts (part, user_id)
SELECT substr(named.name, key + 1), named.id
FROM (SELECT id, first_name_folded || ' ' || last_name_folded AS name FROM users) named,
  json_each('[' || substr(replace(hex(zeroblob(length(named.name))), '00', ',0'), 2) || ']');
