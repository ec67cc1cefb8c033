import { z } from "zod";

/** Required text of at most `most` characters. */
export const requiredText = (missing: string, what: string, most: number) =>
  z.string({ error: missing }).trim().min(1, missing).max(most, `${what} is at most ${most} characters`);
