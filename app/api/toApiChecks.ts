import { z } from "zod";
import type { CheckedLinkPage } from "~/domain/placements/linkChecks";
import { verdicts } from "~/domain/verdicts";
import { paths } from "~/paths";
import { isoTime } from "./wire";

export const checksShape = z.object({
  content: z.array(
    z.object({
      _id: z.string(),
      at: z.string(),
      verdict: z.enum(verdicts),
      status: z.number().nullable(),
      finalUrl: z.string(),
      rel: z.string(),
      anchor: z.string(),
      ms: z.number(),
      /** Headers and the page around the link, as plain text. */
      evidenceUrl: z.string().nullable(),
      bodySha256: z.string(),
      prevHash: z.string(),
      hash: z.string(),
      seenBy: z.string().nullable(),
      note: z.string(),
    }),
  ),
  /** Asks for older checks; null without any. */
  before: z.string().nullable(),
  nextCheckAt: z.string().nullable(),
});

export const toApiChecks = ({ link, checks, before }: CheckedLinkPage) => ({
  content: checks.map(({ id, at, evidence, ...check }) => ({
    _id: id,
    at: isoTime(at),
    ...check,
    evidenceUrl: evidence ? paths.checkEvidence(link.id, id) : null,
  })),
  before,
  nextCheckAt: isoTime(link.nextCheckAt),
});
