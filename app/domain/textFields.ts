import { z } from "zod";
import { cleanText, isVisible, toOneLine } from "~/format/cleanText";

export const tooLong = (limit: number, what = "This") => `${what} is too long. Use ${limit} characters or fewer`;

/** Text on one line, of at most `limit` characters once it is clean. */
export const line = (limit: number, error = tooLong(limit)) => z.string().overwrite(toOneLine).max(limit, error);

/** One line with at least one visible character. */
export const requiredLine = (missing: string, limit: number, error = tooLong(limit)) =>
  z.string({ error: missing }).overwrite(toOneLine).refine(isVisible, missing).max(limit, error);

const trimmed = (text: string) => cleanText(text).trim();

/** Text of several lines. */
export const text = (limit: number, error = tooLong(limit)) => z.string().overwrite(trimmed).max(limit, error);

/** Text of several lines with at least one visible character. */
export const requiredText = (missing: string, limit: number) =>
  z.string({ error: missing }).overwrite(trimmed).refine(isVisible, missing).max(limit, tooLong(limit));
