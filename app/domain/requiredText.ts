import { z } from "zod";

/** Required text of at most `limit` characters. */
export const requiredText = (missing: string, what: string, limit: number) =>
  z.string({ error: missing }).trim().min(1, missing).max(limit, `${what} is at most ${limit} characters`);
