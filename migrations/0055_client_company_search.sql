ALTER TABLE `users` ADD `company_folded` text;--> statement-breakpoint
-- SQLite folds ASCII only, so the Latin letters are mapped here as foldText does it. New values are folded in code.
WITH folds(plain, letters) AS (VALUES
    ('a', 'ÀÁÂÃÄÅàáâãäåĀāĂăĄą'), ('c', 'ÇçĆćĈĉĊċČč'), ('d', 'Ďď'), ('e', 'ÈÉÊËèéêëĒēĔĕĖėĘęĚě'), ('g', 'ĜĝĞğĠġĢģ'), ('h', 'Ĥĥ'),
    ('i', 'ÌÍÎÏìíîïĨĩĪīĬĭĮįİ'), ('j', 'Ĵĵ'), ('k', 'Ķķ'), ('l', 'ĹĺĻļĽľ'), ('n', 'ÑñŃńŅņŇň'), ('o', 'ÒÓÔÕÖòóôõöŌōŎŏŐő'), ('r', 'ŔŕŖŗŘř'),
    ('s', 'ŚśŜŝŞşŠšſ'), ('t', 'ŢţŤť'), ('u', 'ÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲų'), ('w', 'Ŵŵ'), ('y', 'ÝýÿŶŷŸ'), ('z', 'ŹźŻżŽž'), ('æ', 'Æ'),
    ('ð', 'Ð'), ('ø', 'Ø'), ('þ', 'Þ'), ('đ', 'Đ'), ('ħ', 'Ħ'), ('ł', 'Ł'), ('ŋ', 'Ŋ'), ('œ', 'Œ'), ('ŧ', 'Ŧ')
)
UPDATE users SET company_folded = (
  SELECT nullif(group_concat(coalesce(plain, letter), ''), '') FROM (
    SELECT lower(substr(trim(company), key + 1, 1)) AS letter
    FROM json_each('[' || substr(replace(hex(zeroblob(length(trim(company)))), '00', ',0'), 2) || ']')
  ) LEFT JOIN folds ON instr(letters, letter) > 0
) WHERE trim(company) <> '';--> statement-breakpoint
CREATE INDEX `users_company` ON `users` (`company_folded`,`id`) WHERE company_folded is not null;