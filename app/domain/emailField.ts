import { z } from "zod";

/** Standard address pattern, at most 254 characters, at most 64 before the at-sign. */
export const emailField = z
  .string({ error: "Email is required" })
  .trim()
  .min(1, { error: "Email is required", abort: true })
  .refine(
    (text) =>
      text.length <= 254 &&
      text.indexOf("@") <= 64 &&
      /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/.test(
        text,
      ),
    "Please provide a valid email",
  );
