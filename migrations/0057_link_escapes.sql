-- An editor escaped signs of a typed address, and the link finder took the backslash for a part of it. Nothing else
-- writes '%5C' before such a sign.
UPDATE `order_messages` SET `body` = replace(replace(replace(replace(`body`,
  '%5C&amp;', '&amp;'), '%5C_', '_'), '\&amp;', '&amp;'), '\_', '_')
WHERE instr(`body`, '%5C&amp;') > 0 OR instr(`body`, '%5C_') > 0;--> statement-breakpoint
UPDATE `services` SET `description` = replace(replace(replace(replace(`description`,
  '%5C&amp;', '&amp;'), '%5C_', '_'), '\&amp;', '&amp;'), '\_', '_')
WHERE instr(`description`, '%5C&amp;') > 0 OR instr(`description`, '%5C_') > 0;--> statement-breakpoint
UPDATE `services` SET `checkout_description` = replace(replace(replace(replace(`checkout_description`,
  '%5C&amp;', '&amp;'), '%5C_', '_'), '\&amp;', '&amp;'), '\_', '_')
WHERE instr(`checkout_description`, '%5C&amp;') > 0 OR instr(`checkout_description`, '%5C_') > 0;--> statement-breakpoint
UPDATE `placements` SET `brief` = replace(replace(replace(replace(`brief`,
  '%5C&amp;', '&amp;'), '%5C_', '_'), '\&amp;', '&amp;'), '\_', '_')
WHERE instr(`brief`, '%5C&amp;') > 0 OR instr(`brief`, '%5C_') > 0;--> statement-breakpoint
UPDATE `placements` SET `content` = replace(replace(replace(replace(`content`,
  '%5C&amp;', '&amp;'), '%5C_', '_'), '\&amp;', '&amp;'), '\_', '_')
WHERE instr(`content`, '%5C&amp;') > 0 OR instr(`content`, '%5C_') > 0;--> statement-breakpoint
UPDATE `customer_interfaces` SET `faqs` = replace(replace(replace(replace(`faqs`,
  '%5C&amp;', '&amp;'), '%5C_', '_'), '\\&amp;', '&amp;'), '\\_', '_')
WHERE instr(`faqs`, '%5C&amp;') > 0 OR instr(`faqs`, '%5C_') > 0;