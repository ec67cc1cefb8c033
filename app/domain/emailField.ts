import { z } from "zod";
import { toAsciiEmail } from "~/format/asciiEmail";

const EMAIL_INVALID = "Please provide a valid email";
const PATTERN =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;
/**
 * An address in ASCII: standard pattern, at most 254 characters, at most 64 before the at-sign. Accounts of earlier
 * versions may have a local part with odd dots, and sign in with it.
 */
export const emailField = z
  .string({ error: "Email is required" })
  .overwrite(toAsciiEmail)
  .min(1, { error: "Email is required", abort: true })
  .refine((text) => text.length <= 254 && text.indexOf("@") <= 64 && PATTERN.test(text), EMAIL_INVALID);

/** The address of a new account. Mail servers and the card provider refuse dots at an end or two in a row. */
export const newEmailField = emailField.refine((text) => !/^\.|\.\..*@|\.@/.test(text), EMAIL_INVALID);
