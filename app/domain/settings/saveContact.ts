import type { Context } from "../context";
import type { ContactSettings } from "../settings";
import type { ContactInput } from "./contactInput";
import { saveSettings } from "./saveSettings";

/** The stored values as the form has them. */
export const contactForm = ({ testimonials, claims, welcomeVideo, strategy, ...contact }: ContactSettings) => ({
  ...contact,
  testimonials: testimonials.map((one) => ({ ...one, rating: String(one.rating) })),
  claims: claims.map((text) => ({ text })),
  videoUrl: welcomeVideo.url,
  captionsUrl: welcomeVideo.captionsUrl,
  videoTitle: welcomeVideo.title,
  strategyTitle: strategy.title,
  strategyText: strategy.text,
  strategyAction: strategy.action,
  strategyHref: strategy.href,
});

/** Saves how the agency is reached and what it says about itself. Throws Conflict for a stale version. */
export async function saveContact(ctx: Context, input: ContactInput): Promise<void> {
  const { version, supportEmail, socialLinks, legalLinks } = input;
  await saveSettings(ctx, "contact", {
    version,
    supportEmail,
    socialLinks,
    legalLinks,
    testimonials: input.testimonials.map((one) => ({ ...one, rating: Number(one.rating) })),
    claims: input.claims.map(({ text }) => text),
    welcomeVideo: { url: input.videoUrl, captionsUrl: input.captionsUrl, title: input.videoTitle },
    strategy: {
      title: input.strategyTitle,
      text: input.strategyText,
      action: input.strategyAction,
      href: input.strategyHref,
    },
  });
}
