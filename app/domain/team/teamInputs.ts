import { z } from "zod";
import { nameField, newPasswordField } from "../accounts/accountInputs";
import { PASSWORD_HINT } from "../accounts/passwordHint";
import { AwayDay } from "../accounts/workingDayInput";
import { emailField, newEmailField } from "../emailField";
import { privileges } from "../roles";

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

/** POST /admin/create. */
export const NewTeamAccountInput = z.object({ email: newEmailField, ...person, password: newPasswordField });

/** A new account. Without a password the person gets an invitation to choose one. */
export type NewTeamAccount = Omit<z.infer<typeof NewTeamAccountInput>, "password"> & { password?: string };

/** Runs even when other fields are invalid, so all errors appear together. */
const always = { path: ["password"], when: () => true };

/** The form for adding. The password counts only without an invitation. */
export const NewTeamAccountForm = z
  .object({ email: newEmailField, ...person, invite: isTicked, password: z.string().optional() })
  .refine(({ invite, password }) => invite || password, { ...always, error: "Password is required" })
  .refine(({ invite, password }) => invite || !password || newPasswordField.safeParse(password).success, {
    ...always,
    error: PASSWORD_HINT,
  })
  .transform(({ invite, password, ...rest }) => (invite ? rest : { ...rest, password }));

/** The form for editing. The password counts only with 'Update Password' ticked; the email address cannot change. */
export const TeamAccountForm = z
  .object({
    ...person,
    awayDay: AwayDay.default(""),
    updatePassword: isTicked,
    password: z.string().optional(),
    version,
  })
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
/** The editable fields. `password` sets a new one. */
const EditedAccount = z.object({
  ...person,
  password: newPasswordField.optional(),
  /** The first day back. Absent keeps it. */
  awayDay: AwayDay.optional(),
  version,
});

/** POST /admin/update: finds the account by its email address. */
export const TeamAccountCall = EditedAccount.extend({ email: emailField });

export const DeleteTeamAccountInput = z.object({ version });
