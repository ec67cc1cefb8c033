import { z } from "zod";
import { line, text } from "../textFields";
import { isPublicWebAddress } from "../webAddress";
import { NOT_AN_ADDRESS } from "./placementInput";
import { registrableDomain } from "./registrableDomain";

const id = z.string().min(1).max(64);
const rating = (name: string) =>
  z
    .number({ error: `${name} is a number from 0 to 100` })
    .int(`${name} is a whole number`)
    .min(0, `${name} is a number from 0 to 100`)
    .max(100, `${name} is a number from 0 to 100`)
    .nullable()
    .default(null);

/** A site to propose. `domain` becomes its registrable domain. */
export const SiteInput = z.object({
  domain: z
    .string({ error: "Enter the site's domain" })
    .trim()
    .min(1, "Enter the site's domain")
    .max(300)
    .transform((text, ctx) => {
      const domain = registrableDomain(text);
      if (domain === null) ctx.addIssue({ code: "custom", message: "Enter a domain such as example.com" });
      return domain ?? "";
    }),
  dr: rating("Domain Rating"),
  da: rating("Domain Authority"),
  traffic: z
    .number({ error: "Traffic is a number" })
    .int("Traffic is a whole number")
    .min(0, "Traffic is a number")
    .max(10_000_000_000, "Traffic is too high")
    .nullable()
    .default(null),
  /** Who measured, e.g. 'Ahrefs'. */
  source: line(100).default(""),
  samplePage: z
    .string()
    .trim()
    .refine((text) => text === "" || isPublicWebAddress(text), NOT_AN_ADDRESS)
    .default(""),
});

export const SiteProposal = z.object({ id, site: SiteInput, asks: z.boolean().default(true) });
export type SiteProposal = z.output<typeof SiteProposal>;

/** Content to approve: exactly one of an address, an uploaded file, or a text (Markdown, or HTML from the API). */
export const ContentProposal = z
  .object({
    id,
    contentUrl: z
      .string()
      .trim()
      .refine((text) => text === "" || isPublicWebAddress(text), NOT_AN_ADDRESS)
      .default(""),
    fileUrl: z.string().trim().max(300).default(""),
    text: z.string().max(200_000, "The text has at most 200,000 characters").default(""),
  })
  .refine(({ contentUrl, fileUrl, text }) => [contentUrl, fileUrl, text.trim()].filter(Boolean).length === 1, {
    message: "Give an address, a file or a text",
    path: ["contentUrl"],
  });
export type ContentProposal = z.output<typeof ContentProposal>;

export const proposalSubjects = ["site", "content"] as const;
export type ProposalSubject = (typeof proposalSubjects)[number];

/** The client's answer to a proposal. Declining needs a reason. */
export const ProposalAnswer = z
  .object({
    id,
    /** Refuses an answer to a proposal that changed since it was read. */
    version: z.number().int().min(1).optional(),
    subject: z.enum(proposalSubjects),
    accept: z.boolean(),
    reason: text(2000, "Use 2000 characters or fewer").default(""),
  })
  .refine(({ accept, reason }) => accept || reason !== "", {
    message: "Tell us what to change",
    path: ["reason"],
  });
export type ProposalAnswer = z.output<typeof ProposalAnswer>;

/** The address at which a link is live. */
export const LiveInput = z.object({
  id,
  liveUrl: z
    .string({ error: NOT_AN_ADDRESS })
    .trim()
    .refine((text) => isPublicWebAddress(text), NOT_AN_ADDRESS),
});
