import { pathToFileURL } from "node:url";
import { NewTeamAccountInput } from "~/domain/team/teamInputs";
import { foldText } from "~db/foldText";
import { newId } from "~db/ids";

const Person = NewTeamAccountInput.pick({ email: true, firstName: true, lastName: true });

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * The SQL that gives an empty portal its first super admin. Without a password: 'Forgot password' sets one, which proves
 * the address as well. Throws for what the team's own form would refuse.
 */
export function superAdminStatement(
  person: Record<keyof typeof Person.shape, string | undefined>,
  now: number,
): string {
  const { email, firstName, lastName } = Person.parse(person);
  const names = [email, firstName, lastName];
  const values = [newId(now), ...names, ...names.map(foldText), "ADMIN", "SuperAdmin"].map(quoted);
  return `insert into users (id, email, first_name, last_name, email_folded, first_name_folded, last_name_folded, role, privileges, first_login, created_at)
values (${values.join(", ")}, 0, ${now});`;
}

// npx tsx scripts/firstSuperAdmin.ts EMAIL FIRST LAST
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , email, firstName, lastName] = process.argv;
  console.log(superAdminStatement({ email, firstName, lastName }, Date.now()));
}
