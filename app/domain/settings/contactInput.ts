import { z } from "zod";
import { emailField } from "../emailField";
import { line, requiredLine, text } from "../textFields";
import { isPublicWebAddress } from "../webAddress";

const HTTPS = "Enter an address that starts with https://";
const isSecure = (text: string) => /^https:\/\//i.test(text) && isPublicWebAddress(text);
const address = z
  .string({ error: HTTPS })
  .trim()
  .min(1, HTTPS)
  .refine((text) => text === "" || isSecure(text), HTTPS);
const optionalAddress = z
  .string()
  .trim()
  .refine((text) => text === "" || isSecure(text), HTTPS)
  .default("");

export const MAX_LINKS = 12;
const links = z
  .array(z.object({ label: requiredLine("Enter the words of the link", 40), href: address }))
  .max(MAX_LINKS, `At most ${MAX_LINKS} links`)
  .default([]);

export const MAX_QUOTES = 12;
/** Half stars. */
export const ratings = ["5", "4.5", "4", "3.5", "3"] as const;

/** The form of the page Contact and links. Every address is public and https. */
export const ContactInput = z
  .object({
    version: z.number().int().min(0),
    supportEmail: emailField,
    socialLinks: links,
    legalLinks: links,
    testimonials: z
      .array(
        z.object({
          text: requiredLine("Enter what the client says", 400),
          author: requiredLine("Enter who says it", 80),
          rating: z.enum(ratings, { error: "Choose a rating" }),
        }),
      )
      .max(MAX_QUOTES, `At most ${MAX_QUOTES} testimonials`)
      .default([]),
    claims: z
      .array(z.object({ text: requiredLine("Enter the claim", 100) }))
      .max(6, "At most 6 claims")
      .default([]),
    videoUrl: optionalAddress,
    captionsUrl: optionalAddress,
    videoTitle: line(100).default(""),
    strategyTitle: line(80).default(""),
    strategyText: text(300, "The text is at most 300 characters").default(""),
    strategyAction: line(40).default(""),
    strategyHref: optionalAddress,
  })
  .superRefine((form, { addIssue }) => {
    const need = (field: keyof typeof form, message: string) =>
      form[field] === "" && addIssue({ code: "custom", path: [field], message });
    if (form.videoUrl) need("videoTitle", "Enter the title of the video");
    if (!form.strategyHref) return;
    need("strategyTitle", "Enter the title of the card");
    need("strategyAction", "Enter the words of the button");
  });
export type ContactInput = z.output<typeof ContactInput>;
