/** The statement that stores a super admin without a password, for a state that only has to be recognised. */
export const accountRow = (email: string) =>
  `insert into users (id, email, first_name, last_name, first_name_folded, last_name_folded, email_folded, role, privileges, created_at)
   values ('${email}', '${email}', 'Dana', 'Whitmore', 'dana', 'whitmore', '${email}', 'ADMIN', 'SuperAdmin', 1)`;
