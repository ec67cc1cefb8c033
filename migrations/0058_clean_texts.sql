-- Stored foldings, coupon codes and line ends as this version makes them. Names with other letters than ASCII fold as
-- foldText does, in steps: letters, signs, unseen marks. A name that would be taken keeps its folding.
UPDATE OR IGNORE `users` SET `first_name_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    `first_name_folded`
    , 'ł', 'l'), 'ø', 'o'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ŧ', 't'), 'ı', 'i'), 'ŋ', 'n'), 'ß', 'ss')
    , 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
WHERE length(CAST(`first_name_folded` AS BLOB)) > length(`first_name_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `users` SET `first_name_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    `first_name_folded`
    , '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), 'ʻ', ''''), 'ʼ', ''''), '´', ''''), '“', '"')
    , '”', '"'), '„', '"'), '‟', '"'), '«', '"'), '»', '"'), '‐', '-'), '‑', '-'), '‒', '-'), '–', '-')
    , '—', '-'), '―', '-'), '−', '-')
WHERE length(CAST(`first_name_folded` AS BLOB)) > length(`first_name_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `users` SET `first_name_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(
    `first_name_folded`
    , char(173), ''), char(8203), ''), char(8204), ''), char(8205), ''), char(8206), '')
    , char(8207), ''), char(8288), ''), char(65279), '')
WHERE length(CAST(`first_name_folded` AS BLOB)) > length(`first_name_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `users` SET `last_name_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    `last_name_folded`
    , 'ł', 'l'), 'ø', 'o'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ŧ', 't'), 'ı', 'i'), 'ŋ', 'n'), 'ß', 'ss')
    , 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
WHERE length(CAST(`last_name_folded` AS BLOB)) > length(`last_name_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `users` SET `last_name_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    `last_name_folded`
    , '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), 'ʻ', ''''), 'ʼ', ''''), '´', ''''), '“', '"')
    , '”', '"'), '„', '"'), '‟', '"'), '«', '"'), '»', '"'), '‐', '-'), '‑', '-'), '‒', '-'), '–', '-')
    , '—', '-'), '―', '-'), '−', '-')
WHERE length(CAST(`last_name_folded` AS BLOB)) > length(`last_name_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `users` SET `last_name_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(
    `last_name_folded`
    , char(173), ''), char(8203), ''), char(8204), ''), char(8205), ''), char(8206), '')
    , char(8207), ''), char(8288), ''), char(65279), '')
WHERE length(CAST(`last_name_folded` AS BLOB)) > length(`last_name_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `users` SET `company_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    `company_folded`
    , 'ł', 'l'), 'ø', 'o'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ŧ', 't'), 'ı', 'i'), 'ŋ', 'n'), 'ß', 'ss')
    , 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
WHERE length(CAST(`company_folded` AS BLOB)) > length(`company_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `users` SET `company_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    `company_folded`
    , '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), 'ʻ', ''''), 'ʼ', ''''), '´', ''''), '“', '"')
    , '”', '"'), '„', '"'), '‟', '"'), '«', '"'), '»', '"'), '‐', '-'), '‑', '-'), '‒', '-'), '–', '-')
    , '—', '-'), '―', '-'), '−', '-')
WHERE length(CAST(`company_folded` AS BLOB)) > length(`company_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `users` SET `company_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(
    `company_folded`
    , char(173), ''), char(8203), ''), char(8204), ''), char(8205), ''), char(8206), '')
    , char(8207), ''), char(8288), ''), char(65279), '')
WHERE length(CAST(`company_folded` AS BLOB)) > length(`company_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `services` SET `name_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    `name_folded`
    , 'ł', 'l'), 'ø', 'o'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ŧ', 't'), 'ı', 'i'), 'ŋ', 'n'), 'ß', 'ss')
    , 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
WHERE length(CAST(`name_folded` AS BLOB)) > length(`name_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `services` SET `name_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    `name_folded`
    , '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), 'ʻ', ''''), 'ʼ', ''''), '´', ''''), '“', '"')
    , '”', '"'), '„', '"'), '‟', '"'), '«', '"'), '»', '"'), '‐', '-'), '‑', '-'), '‒', '-'), '–', '-')
    , '—', '-'), '―', '-'), '−', '-')
WHERE length(CAST(`name_folded` AS BLOB)) > length(`name_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `services` SET `name_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(
    `name_folded`
    , char(173), ''), char(8203), ''), char(8204), ''), char(8205), ''), char(8206), '')
    , char(8207), ''), char(8288), ''), char(65279), '')
WHERE length(CAST(`name_folded` AS BLOB)) > length(`name_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `tags` SET `name_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    `name_folded`
    , 'ł', 'l'), 'ø', 'o'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ŧ', 't'), 'ı', 'i'), 'ŋ', 'n'), 'ß', 'ss')
    , 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
WHERE length(CAST(`name_folded` AS BLOB)) > length(`name_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `tags` SET `name_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    `name_folded`
    , '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), 'ʻ', ''''), 'ʼ', ''''), '´', ''''), '“', '"')
    , '”', '"'), '„', '"'), '‟', '"'), '«', '"'), '»', '"'), '‐', '-'), '‑', '-'), '‒', '-'), '–', '-')
    , '—', '-'), '―', '-'), '−', '-')
WHERE length(CAST(`name_folded` AS BLOB)) > length(`name_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `tags` SET `name_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(
    `name_folded`
    , char(173), ''), char(8203), ''), char(8204), ''), char(8205), ''), char(8206), '')
    , char(8207), ''), char(8288), ''), char(65279), '')
WHERE length(CAST(`name_folded` AS BLOB)) > length(`name_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `saved_views` SET `name_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    `name_folded`
    , 'ł', 'l'), 'ø', 'o'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ŧ', 't'), 'ı', 'i'), 'ŋ', 'n'), 'ß', 'ss')
    , 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
WHERE length(CAST(`name_folded` AS BLOB)) > length(`name_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `saved_views` SET `name_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    `name_folded`
    , '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), 'ʻ', ''''), 'ʼ', ''''), '´', ''''), '“', '"')
    , '”', '"'), '„', '"'), '‟', '"'), '«', '"'), '»', '"'), '‐', '-'), '‑', '-'), '‒', '-'), '–', '-')
    , '—', '-'), '―', '-'), '−', '-')
WHERE length(CAST(`name_folded` AS BLOB)) > length(`name_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `saved_views` SET `name_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(
    `name_folded`
    , char(173), ''), char(8203), ''), char(8204), ''), char(8205), ''), char(8206), '')
    , char(8207), ''), char(8288), ''), char(65279), '')
WHERE length(CAST(`name_folded` AS BLOB)) > length(`name_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `saved_replies` SET `name_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    `name_folded`
    , 'ł', 'l'), 'ø', 'o'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ŧ', 't'), 'ı', 'i'), 'ŋ', 'n'), 'ß', 'ss')
    , 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
WHERE length(CAST(`name_folded` AS BLOB)) > length(`name_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `saved_replies` SET `name_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    `name_folded`
    , '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), 'ʻ', ''''), 'ʼ', ''''), '´', ''''), '“', '"')
    , '”', '"'), '„', '"'), '‟', '"'), '«', '"'), '»', '"'), '‐', '-'), '‑', '-'), '‒', '-'), '–', '-')
    , '—', '-'), '―', '-'), '−', '-')
WHERE length(CAST(`name_folded` AS BLOB)) > length(`name_folded`);
--> statement-breakpoint
UPDATE OR IGNORE `saved_replies` SET `name_folded` =
  replace(replace(replace(replace(replace(replace(replace(replace(
    `name_folded`
    , char(173), ''), char(8203), ''), char(8204), ''), char(8205), ''), char(8206), '')
    , char(8207), ''), char(8288), ''), char(65279), '')
WHERE length(CAST(`name_folded` AS BLOB)) > length(`name_folded`);
--> statement-breakpoint
-- The code as couponCode reads it. One that would be taken, or empty, stays as it is.
UPDATE OR IGNORE `coupons` SET `code` = rtrim(ltrim(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      code
      , char(173), ''), char(8203), ''), char(8204), ''), char(8205), ''), char(8206), ''), char(8207), '')
      , char(8288), ''), char(65279), ''), ' ', ''), char(9), ''), char(10), ''), char(13), '')
      , char(160), ''), '‐', '-'), '‑', '-'), '‒', '-'), '–', '-'), '—', '-'),
    '"''`´“”„‘’‚«»‹›([{<*'), '"''`´“”„‘’‚«»‹›)]}>*.,;:!?…')
WHERE `code` GLOB '*[^A-Z0-9-]*'
  AND length(trim(code, ' "''`´“”„‘’‚«»‹›([{<*)]}>.,;:!?…' || char(173, 8203, 8204, 8205, 8206, 8207, 8288, 65279, 9, 10, 13, 160))) > 2;
--> statement-breakpoint
UPDATE `client_notes` SET `body` = replace(`body`, char(13, 10), char(10)) WHERE instr(`body`, char(13, 10)) > 0;
--> statement-breakpoint
UPDATE `coupons` SET `description` = replace(`description`, char(13, 10), char(10)) WHERE instr(`description`, char(13, 10)) > 0;
--> statement-breakpoint
UPDATE `announcements` SET `description` = replace(`description`, char(13, 10), char(10)) WHERE instr(`description`, char(13, 10)) > 0;
--> statement-breakpoint
UPDATE `creatives` SET `description` = replace(`description`, char(13, 10), char(10)) WHERE instr(`description`, char(13, 10)) > 0;
--> statement-breakpoint
UPDATE `packages` SET `description` = replace(`description`, char(13, 10), char(10)) WHERE instr(`description`, char(13, 10)) > 0;
