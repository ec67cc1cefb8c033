import { z } from "zod";
import { nameField } from "../accounts/accountInputs";
import { newEmailField } from "../emailField";

export const WRONG_SET_UP_TOKEN =
  "This set-up address is no longer valid. Start or deploy the portal again to get a new one.";

/** The first form of a new portal. */
export const FirstAdminInput = z.object({
  token: z.string().max(100).default(""),
  firstName: nameField("First name is required"),
  lastName: nameField("Last name is required"),
  email: newEmailField,
});
export type FirstAdminInput = z.output<typeof FirstAdminInput>;
