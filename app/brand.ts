/** What the agency is called until its settings are saved. Only `defaultSettings.ts` and the build read it. */

type AccentColor =
  | "amber"
  | "blue"
  | "bronze"
  | "brown"
  | "crimson"
  | "cyan"
  | "gold"
  | "grass"
  | "green"
  | "indigo"
  | "iris"
  | "jade"
  | "lime"
  | "mint"
  | "orange"
  | "pink"
  | "plum"
  | "purple"
  | "red"
  | "ruby"
  | "sky"
  | "teal"
  | "tomato"
  | "violet"
  | "yellow";
type GrayColor = "gray" | "mauve" | "olive" | "sage" | "sand" | "slate";

export type WebLink = { label: string; href: string };

/** The entity that issues an invoice, with its payment details. Chosen by the invoice's country. */
export type IssuingEntity = {
  name: string;
  addressLines: string[];
  email: string;
  taxLabel: string;
  taxId: string;
  bank: { label: string; value: string }[];
};

export type Brand = {
  name: string;
  /** A Radix Themes colour scale, read when the style sheet is built. */
  accent: AccentColor;
  gray: GrayColor;
  supportEmail: string;
  mail: { fromName: string; fromAddress: string; replyTo: string };
  socialLinks: WebLink[];
  legalLinks: WebLink[];
  /** One is shown at a time on the signed-out pages. */
  testimonials: { text: string; author: string; rating: number }[];
  claims: string[];
  welcomeVideo: { url: string; captionsUrl: string; title: string };
  strategy: { title: string; text: string; href: string; action: string };
  issuers: { US: IssuingEntity; IN: IssuingEntity };
};

export const brand: Brand = {
  name: "Portal",
  accent: "indigo",
  gray: "slate",
  supportEmail: "support@example.com",
  mail: { fromName: "Portal", fromAddress: "no-reply@example.com", replyTo: "support@example.com" },
  socialLinks: [
    { label: "Facebook", href: "https://example.com/facebook" },
    { label: "LinkedIn", href: "https://example.com/linkedin" },
    { label: "X", href: "https://example.com/x" },
    { label: "YouTube", href: "https://example.com/youtube" },
  ],
  legalLinks: [
    { label: "Privacy", href: "https://example.com/privacy" },
    { label: "Terms", href: "https://example.com/terms" },
    { label: "Refund Policy", href: "https://example.com/refund-policy" },
  ],
  testimonials: [
    {
      text: "Ordering is simple, the reports are clear, and we always know what happens next.",
      author: "Marketing lead of a client",
      rating: 4.5,
    },
    {
      text: "We resell the work under our own name. Our customers never notice, and nothing is late.",
      author: "Founder of a partner agency",
      rating: 5,
    },
    {
      text: "Questions are answered on the order itself, so nobody searches a mailbox.",
      author: "Content manager of a client",
      rating: 4.5,
    },
  ],
  claims: ["Over 900 positive reviews", "95% of customers give them a 4 or 5-star rating"],
  welcomeVideo: {
    url: "https://example.com/welcome.mp4",
    captionsUrl: "https://example.com/welcome.vtt",
    title: "How your portal works",
  },
  strategy: {
    title: "Not sure what to order?",
    text: "Tell us about your site and your goals, and we will suggest a plan that fits them.",
    href: "https://example.com/strategy",
    action: "Ask for a strategy",
  },
  issuers: {
    US: {
      name: "Portal Demo Inc.",
      addressLines: ["100 Example Street", "Austin, TX 78701", "United States"],
      email: "billing@example.com",
      taxLabel: "EIN",
      taxId: "00-0000000 (demo)",
      bank: [
        { label: "Bank", value: "Example Bank (demo)" },
        { label: "Account name", value: "Portal Demo Inc." },
        { label: "Account number", value: "000 000 0000" },
        { label: "Routing number (ACH)", value: "000000000" },
      ],
    },
    IN: {
      name: "Portal Demo Private Limited",
      addressLines: ["100 Example Road", "Bengaluru, Karnataka 560001", "India"],
      email: "billing@example.com",
      taxLabel: "GSTIN",
      taxId: "00AAAAA0000A0Z0 (demo)",
      bank: [
        { label: "Bank", value: "Example Bank India (demo)" },
        { label: "Account name", value: "Portal Demo Private Limited" },
        { label: "Account number", value: "0000 0000 0000" },
        { label: "IFSC", value: "EXMP0000000" },
        { label: "SWIFT", value: "EXMPINXX" },
      ],
    },
  },
};

/** The accent for mail, where style sheets do not work: step 9 of the theme, and the text colour on it. */
export const mailButton = { ground: "#3e63dd", ink: "#ffffff" };
