import { z } from "zod";

/** A text that has to be there, of at most so many characters. */
export const requiredText = (missing: string, what: string, most: number) =>
  z.string({ error: missing }).trim().min(1, missing).max(most, `${what} is at most ${most} characters`);
