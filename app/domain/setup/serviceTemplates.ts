import type { z } from "zod";
import type { PackageInput } from "../catalogue/packageInput";
import type { ServiceInput } from "../catalogue/serviceInput";

interface ServiceTemplate {
  label: string;
  /** What it is for, in one line. */
  help: string;
  service: z.input<typeof ServiceInput>;
  /** Prices in cents. */
  packages: Omit<z.input<typeof PackageInput>, "serviceId">[];
}

const link = { tracked: true, turnaroundDays: 20, guaranteeDays: 365, remedy: "replace" } as const;

/** Services to start from. Staff change names, texts and prices afterwards. */
export const serviceTemplates = {
  "guest-posts": {
    label: "Guest posts",
    help: "Links in new articles, sold by the domain rating of the site. Each link is tracked and guaranteed for a year.",
    service: {
      name: "Guest posts",
      description: "We write an article for a site of your niche, with a link to your page.",
      paymentTypes: ["DIRECT"],
      visible: false,
    },
    packages: [
      { name: "DR 30+", description: "An article of 800 words on a site of DR 30 or more", price: 120_00, ...link },
      { name: "DR 50+", description: "An article of 1,000 words on a site of DR 50 or more", price: 220_00, ...link },
    ],
  },
  "monthly-seo": {
    label: "Monthly SEO",
    help: "A subscription, charged automatically every month.",
    service: {
      name: "Monthly SEO",
      description: "We improve your pages every month and report what changed.",
      paymentTypes: ["SUBSCRIPTION"],
      orderDuration: 1,
      frequency: "MONTH",
      visible: false,
    },
    packages: [
      { name: "Starter", description: "Up to 10 pages", price: 490_00 },
      { name: "Growth", description: "Up to 30 pages", price: 990_00 },
    ],
  },
  "keyword-research": {
    label: "Keyword research",
    help: "A report that is ordered once.",
    service: {
      name: "Keyword research",
      description: "A list of keywords that your customers search for, with volume and difficulty.",
      paymentTypes: ["DIRECT"],
      visible: false,
    },
    packages: [{ name: "100 keywords", description: "One site and one language", price: 150_00 }],
  },
} satisfies Record<string, ServiceTemplate>;

export type ServiceTemplateName = keyof typeof serviceTemplates;
export const serviceTemplateNames = Object.keys(serviceTemplates) as ServiceTemplateName[];
