CREATE TABLE `former_slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`service_id` text NOT NULL,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `former_slugs_service` ON `former_slugs` (`service_id`);--> statement-breakpoint
ALTER TABLE `services` ADD `listed_in_shop` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `services` ADD `slug` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `services_slug` ON `services` (`slug`) WHERE slug <> '';--> statement-breakpoint
-- The name's letters and digits with dashes between them; of services with one name the oldest gets it alone.
UPDATE services SET slug = named.slug FROM (
  WITH RECURSIVE letters(id, rest, slug) AS (
    SELECT id, substr(name_folded, 1, 60), '' FROM services WHERE archived_at IS NULL
    UNION ALL
    SELECT id, substr(rest, 2), CASE
      WHEN substr(rest, 1, 1) GLOB '[a-z0-9]' THEN slug || substr(rest, 1, 1)
      WHEN slug = '' OR slug GLOB '*-' THEN slug
      ELSE slug || '-' END
    FROM letters WHERE rest <> ''
  ), named AS (
    SELECT id, coalesce(nullif(rtrim(slug, '-'), ''), 'service') AS slug FROM letters WHERE rest = ''
  )
  SELECT id, slug || CASE row_number() OVER (PARTITION BY slug ORDER BY id)
    WHEN 1 THEN '' ELSE '-' || lower(id) END AS slug
  FROM named
) AS named WHERE named.id = services.id;
--> statement-breakpoint
UPDATE services SET slug = lower(id) WHERE slug = '';
--> statement-breakpoint
-- The release before this one inserts services without it.
CREATE TRIGGER services_slugged AFTER INSERT ON services WHEN new.slug = '' BEGIN
  UPDATE services SET slug = lower(new.id) WHERE id = new.id;
END;
