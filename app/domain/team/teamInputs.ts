import { z } from "zod";
import { emailField, nameField, newPasswordField } from "../accounts/accountInputs";
import { PASSWORD_HINT } from "../accounts/passwordHint";
import { privileges } from "../accounts/roles";

const PRIVILEGE_REQUIRED = "Privilege is required";

/** Role names are accepted as aliases of privileges (rules.md team/roles). */
const aliases: Record<string, string> = { SUPER_ADMIN: "SuperAdmin", ADMIN: "Admin", MANAGER: "Manager" };
const privilegesField = z.preprocess(
  (value) => (typeof value === "string" ? (aliases[value] ?? value) : value),
  z.enum(privileges, { error: PRIVILEGE_REQUIRED }),
);

const person = {
  firstName: nameField("First name is required"),
  lastName: nameField("Last name is required"),
  privileges: privilegesField,
};
const isTicked = z
  .union([z.boolean(), z.enum(["on", "true", ""])])
  .optional()
  .transform((value) => value === true || value === "on" || value === "true");
const version = z.coerce.number().int().optional();

/** The team dialog when adding an account. */
export const NewTeamAccountInput = z.object({ email: emailField, ...person, password: newPasswordField });
export type NewTeamAccountInput = z.infer<typeof NewTeamAccountInput>;

/** Said beside whatever else is missing. */
const always = { path: ["password"], when: () => true };

/** Its form when editing: the password counts only with 'Update Password' ticked; the address is fixed. */
export const TeamAccountForm = z
  .object({ ...person, updatePassword: isTicked, password: z.string().optional(), version })
  .refine(({ updatePassword, password }) => !updatePassword || password, { ...always, error: "Password is required" })
  .refine(
    ({ updatePassword, password }) => !updatePassword || !password || newPasswordField.safeParse(password).success,
    {
      ...always,
      error: PASSWORD_HINT,
    },
  )
  .transform(({ updatePassword, password, ...rest }) => (updatePassword ? { ...rest, password } : rest));

export interface TeamAccountInput extends z.infer<typeof EditedAccount> {
  id: string;
}
/** What editing may change; a password is a new one. */
const EditedAccount = z.object({ ...person, password: newPasswordField.optional(), version });

/** POST /admin/update: found by its address. */
export const TeamAccountCall = EditedAccount.extend({ email: emailField });

export const DeleteTeamAccountInput = z.object({ version });
