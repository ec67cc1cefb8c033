import { z } from "zod";
import { addressLine, companyFields, requiredAddressLine } from "../addressFields";
import { emailField, newEmailField } from "../emailField";
import { requiredLine } from "../textFields";
import { PASSWORD_HINT } from "./passwordHint";

/** A blank field reports only that: without `abort` later rules would add their messages. */
const alone = (error: string) => ({ error, abort: true });

/**
 * 8 to 32 characters with a digit, a symbol, a lowercase and an uppercase letter; otherwise the hint is the error
 * (rules.md accounts/password-texts).
 */
export const newPasswordField = z
  .string({ error: "Password is required" })
  .normalize("NFC")
  .min(1, alone("Password is required"))
  .refine(
    (text) => text.length <= 32 && /^(?=.*\d)(?=.*[!@#$%^&*])(?=.*[a-z])(?=.*[A-Z]).{8,}$/.test(text),
    PASSWORD_HINT,
  );

const NAME_WITH_ADDRESS = "Please enter a name without a web or email address";

/** A person's name, which others read in lists and mails (rules.md notifications/names). */
export const nameField = (missing: string) =>
  requiredLine(missing, 100).refine((name) => !/:\/\/|www\.|@/i.test(name), NAME_WITH_ADDRESS);

export const INVALID_SIGN_IN = "Invalid email or password";

export const SignInInput = z.object({
  email: emailField,
  // Fewer than 8 characters is just a wrong password, so the answer reveals nothing (rules.md
  // accounts/password-texts).
  password: z.string({ error: "Password is required" }).min(1, "Password is required"),
  /** A code from the authenticator app or a recovery code. For the API, where a sign-in is one call. */
  code: z.string().trim().max(40).optional(),
});
export type SignInInput = z.infer<typeof SignInInput>;

export const UNDO_OVER =
  "This link is no longer valid. Two-factor sign-in was turned off, or the link is older than 72 hours.";

export const CODE_NEEDED = "Enter the code from your authenticator app";
export const WRONG_CODE = "This code is not valid. Please try again.";
export const CHALLENGE_OVER = "This sign-in has expired. Please sign in again.";

const codeField = z.string({ error: CODE_NEEDED }).trim().min(1, CODE_NEEDED).max(40, WRONG_CODE);
export const SignInCodeInput = z.object({ code: codeField });
export type SignInCodeInput = z.infer<typeof SignInCodeInput>;

/** Shown for a sign-in link that was used, replaced or is older than 15 minutes. */
export const LINK_OF_ANOTHER_ADDRESS =
  "This link is for another email address. Check the address, or request a new link.";
export const SIGN_IN_LINK_OVER = "This link is no longer valid. Please request a new one.";

export const SignInLinkInput = z.object({ email: emailField });
export type SignInLinkInput = z.infer<typeof SignInLinkInput>;

export const WRONG_PASSWORD = "The current password is incorrect";

/** An untouched password field means no new password. */
const blankIsNone = (text: unknown) => (text === "" ? undefined : text);

/** The profile form. A new password needs the current one (rules.md accounts/own-password). */
const profileFields = {
  firstName: nameField("First name is required"),
  lastName: nameField("Last name is required"),
  address: requiredAddressLine("address"),
  city: requiredAddressLine("city"),
  country: requiredAddressLine("country"),
  // A stored user may have none.
  state: addressLine("state")
    .nullish()
    .transform((text) => text ?? ""),
  zipCode: requiredAddressLine("zipCode"),
  phoneNo: requiredAddressLine("phoneNo"),
  password: z.preprocess(blankIsNone, newPasswordField.optional()),
  currentPassword: z.preprocess(blankIsNone, z.string().max(200, WRONG_PASSWORD).optional()),
  version: z.coerce.number().int().optional(),
};
const currentIsKnown = (input: { password?: string; currentPassword?: string }) =>
  !input.password || Boolean(input.currentPassword);
const currentIsMissing = { message: "Current password is required", path: ["currentPassword"], when: () => true };

/** A missing `photoKey` keeps the photo. */
export const ProfileInput = z
  .object({
    ...profileFields,
    photoKey: z.string().nullable().optional(),
    // The form posts nothing for an emptied field.
    company: companyFields.company.default(""),
    taxId: companyFields.taxId.default(""),
  })
  .refine(currentIsKnown, currentIsMissing);
/** The API's input, with the photo's address. */
export const ProfileCall = z
  .object({ ...profileFields, photoUrl: z.string().max(300).nullable().optional() })
  .refine(currentIsKnown, currentIsMissing);
export type ProfileInput = z.infer<typeof ProfileInput>;

/** Sections of the profile page with a Save of their own. */
export const OwnNameInput = z.object({
  firstName: profileFields.firstName,
  lastName: profileFields.lastName,
  version: profileFields.version,
});
export const OwnPhotoInput = z.object({ photoKey: z.string().nullish(), version: profileFields.version });
export const OwnPasswordInput = z.object({
  currentPassword: z
    .string({ error: "Current password is required" })
    .min(1, "Current password is required")
    .max(200, WRONG_PASSWORD),
  password: newPasswordField,
  version: profileFields.version,
});

const ownPasswordField = z.string({ error: "Password is required" }).min(1, "Password is required");

/** Setup of the second factor: the sealed secret from the page, and a code created with it. */
export const EnableTwoFactorInput = z.object({
  setup: z.string({ error: "Please reload the page and try again." }).max(400),
  /** Not needed shortly after a sign-in. */
  password: z.string().optional(),
  code: codeField,
});
export type EnableTwoFactorInput = z.infer<typeof EnableTwoFactorInput>;

/** Required to turn off the second factor or to create new recovery codes. */
export const ConfirmTwoFactorInput = z.object({ password: ownPasswordField, code: codeField });
export type ConfirmTwoFactorInput = z.infer<typeof ConfirmTwoFactorInput>;

/** Ends the session with this id, or without one all others. */
export const EndSessionsInput = z.object({
  session: z.string().max(100).optional(),
  /** Not needed shortly after a sign-in. */
  password: z.string().optional(),
});

export const SignUpInput = z.object({
  firstName: nameField("First name is required"),
  lastName: nameField("Last name is required"),
  email: newEmailField,
  password: newPasswordField,
});
export type SignUpInput = z.infer<typeof SignUpInput>;

/** The email sent after it. */
export const PASSWORD_CHANGED = "The password of your account was changed";

/** Shown for a reset link that was used, replaced or is older than 60 minutes. */
export const RESET_LINK_OVER = "This link is no longer valid. Please request a new one.";

export const ForgotPasswordInput = z.object({ email: emailField });
export type ForgotPasswordInput = z.infer<typeof ForgotPasswordInput>;

export const UpdatePasswordInput = z.object({
  password: newPasswordField,
  token: z.string({ error: "The link is not valid" }).min(1, "The link is not valid").max(200),
});
export type UpdatePasswordInput = z.infer<typeof UpdatePasswordInput>;

export const ResetPasswordForm = z
  .object({
    password: newPasswordField,
    confirmPassword: z
      .string({ error: "Confirm password is required" })
      .normalize("NFC")
      .min(1, alone("Confirm password is required")),
  })
  .refine((form) => form.password === form.confirmPassword, {
    message: "Passwords don't match",
    path: ["confirmPassword"],
  });
