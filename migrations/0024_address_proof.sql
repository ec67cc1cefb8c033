ALTER TABLE `users` ADD `email_verified_at` integer;--> statement-breakpoint
-- Staff, buyers and people who used a mailed link have shown that the address is theirs.
UPDATE users SET email_verified_at = created_at
WHERE role = 'ADMIN'
  OR EXISTS (SELECT 1 FROM orders WHERE client_id = users.id AND paid_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM sign_in_links WHERE user_id = users.id AND used_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM password_resets WHERE user_id = users.id AND used_at IS NOT NULL);
