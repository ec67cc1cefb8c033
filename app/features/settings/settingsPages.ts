import type { SettingsPage } from "~/domain/settings";
import { paths } from "~/paths";

interface SettingsLink {
  label: string;
  href: string;
  /** One line on `/settings`. */
  help: string;
}

export interface SettingsGroup {
  title: string;
  pages: readonly SettingsLink[];
}

/** The pages of `/settings`, with their links on it. A page that is not in `app/pages.ts` is left out. */
export const settingsGroups: readonly SettingsGroup[] = [
  {
    title: "Your agency",
    pages: [
      {
        label: "First steps",
        href: "/settings/first-steps",
        help: "What a new portal needs, and what is already done",
      },
      { label: "Brand", href: "/settings/brand", help: "Name, logo, icon, accent color, language of dates" },
      {
        label: "Contact and links",
        href: "/settings/contact",
        help: "Support address, social and legal links, testimonials, welcome video",
      },
      {
        label: "Company and invoices",
        href: "/settings/company",
        help: "Issuers, tax IDs, bank details, invoice numbers, taxes, time zone",
      },
    ],
  },
  {
    title: "Selling",
    pages: [
      {
        label: "Orders",
        href: "/settings/orders",
        help: "Working days, holidays, approval by silence, reminders of unfinished orders, order numbers",
      },
      // All staff change it, so it stays with the orders.
      { label: "Tags", href: "/tags", help: "Names and colors of your team's order tags" },
      { label: "Shop and embeds", href: "/settings/shop", help: "What visitors see, and sites that may embed it" },
      { label: "Payments", href: "/settings/payments", help: "Card accounts, statement text, renewals" },
      // Admins change it too, so it stays with the affiliates.
      { label: "Affiliates", href: "/affiliates/settings", help: "Holding period, minimum payout, default rate" },
    ],
  },
  {
    title: "Messages",
    pages: [
      { label: "E-mail", href: "/settings/email", help: "Sender, and the subject and text of each email" },
      { label: "Notices", href: "/settings/notices", help: "Which notices staff and customers get by default" },
    ],
  },
  {
    title: "Safety and operation",
    pages: [
      { label: "Security", href: "/settings/security", help: "Two-factor sign-in, session lengths, ways to sign in" },
      { label: "Security events", href: "/settings/security-events", help: "Sign-ins, refusals and changes of access" },
      { label: "Data", href: "/settings/data", help: "Export everything, and how long records stay" },
      { label: "Import clients", href: "/settings/import", help: "Add clients from a spreadsheet or a CSV file" },
      { label: "Audit", href: "/settings/audit", help: "Who changed what, and when" },
      { label: "Books", href: "/settings/books", help: "Whether the money adds up" },
      { label: "Health", href: "/settings/health", help: "What works, and what needs you" },
    ],
  },
];

const hrefs: Record<SettingsPage, string> = {
  brand: paths.brandSettings(),
  contact: paths.contactSettings(),
  company: paths.companySettings(),
  orders: paths.orderSettings(),
  shop: paths.shopSettings(),
  payments: paths.paymentSettings(),
  mail: paths.mailSettings(),
  mailTexts: paths.mailSettings(),
  notices: paths.noticeSettings(),
  security: paths.securitySettings(),
  data: paths.dataSettings(),
};

/** The page that saves a row of `settings`; undefined for another key. */
export const settingsLinkOf = (key: string): SettingsLink | undefined =>
  settingsGroups.flatMap(({ pages }) => pages).find(({ href }) => href === hrefs[key as SettingsPage]);
