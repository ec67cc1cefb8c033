import { z } from "zod";

/** A blank field is told so and nothing else: without `abort` the rules after it would speak too. */
const alone = (error: string) => ({ error, abort: true });

/** Document 1 section 5: standard address pattern, at most 254 characters, at most 64 before the at-sign. */
export const emailField = z
  .string({ error: "Email is required" })
  .trim()
  .min(1, alone("Email is required"))
  .refine(
    (text) =>
      text.length <= 254 &&
      text.indexOf("@") <= 64 &&
      /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/.test(
        text,
      ),
    "Please provide a valid email",
  );

export const PASSWORD_HINT =
  "Use 8 to 32 characters, one digit, one symbol (!@#$%^&*), one lowercase and uppercase letter";

/** 8 to 32 characters with a digit, a symbol, a lowercase and an uppercase letter; misses say the hint (decision R16). */
export const newPasswordField = z
  .string({ error: "Password is required" })
  .min(1, alone("Password is required"))
  .refine(
    (text) => text.length <= 32 && /^(?=.*\d)(?=.*[!@#$%^&*])(?=.*[a-z])(?=.*[A-Z]).{8,}$/.test(text),
    PASSWORD_HINT,
  );

export const nameField = (missing: string) =>
  z.string({ error: missing }).trim().min(1, missing).max(100, "Please use at most 100 characters");

export const INVALID_SIGN_IN = "Invalid email or password";

export const SignInInput = z.object({
  email: emailField,
  // Under 8 characters is just a wrong password: nothing is learned from the difference (decision R16).
  password: z.string({ error: "Password is required" }).min(1, "Password is required"),
});
export type SignInInput = z.infer<typeof SignInInput>;

export const SignUpInput = z.object({
  firstName: nameField("First name is required"),
  lastName: nameField("Last name is required"),
  email: emailField,
  password: newPasswordField,
});
export type SignUpInput = z.infer<typeof SignUpInput>;

/** What a reset link says that was used, replaced or left for more than 60 minutes. */
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
    confirmPassword: z.string({ error: "Confirm password is required" }).min(1, alone("Confirm password is required")),
  })
  .refine((form) => form.password === form.confirmPassword, {
    message: "Passwords don't match",
    path: ["confirmPassword"],
  });
