import type { CheckoutIntakeField } from "~/domain/catalogue/checkoutService";
import type { Random } from "./random";

const pages = ["shop", "services/plumbing", "blog/trail-running", "pricing", "collections/boots", "locations/downtown"];
const phrases = [
  "trail running shoes",
  "emergency plumber",
  "accounting software for freelancers",
  "organic dog food",
  "wedding photographer",
  "any",
];
const sentences = [
  "Please keep the tone factual and avoid superlatives.",
  "Our readers are small business owners who decide within a week.",
  "No gambling, no lending. Health topics need our approval first.",
  "We launch the new range in spring and would like to be visible by then.",
  "The main competitors are listed on our press page.",
];

export function answerFor(random: Random, field: CheckoutIntakeField): string {
  if (field.itemType === "NUMBER") return String(random.between(3, 2400));
  if (field.itemType === "TEXT_AREA") return random.pick(sentences);
  if (/url|website|link|page/i.test(field.name)) return `https://example.com/${random.pick(pages)}`;
  if (/phone/i.test(field.name)) return "+1 555 0142";
  if (/countries/i.test(field.name)) return "United States, Canada";
  return random.pick(phrases);
}

export const internalNotes = [
  "Prefers e-mail to calls. Answers within a day.",
  "Second order this quarter; offered the tier for ten next time.",
  "Check the anchor texts with the editor before publishing.",
  "Margin is thin on this one, keep the outreach in house.",
];

export const cancelReasons = [
  "The client no longer needs the service.",
  "Ordered twice by mistake.",
  "The website is being rebuilt; the client will order again.",
];

/** Reasons for partial refunds of finished orders. */
export const lateReasons = [
  "Delivered two weeks late; agreed on half the price.",
  "Half of the links could not be placed.",
  "Goodwill for the second round of corrections.",
];
