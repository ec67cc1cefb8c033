import type { Context } from "../context";
import { commonVariables, type MailKind, type MailVariable, mailKind } from "../mailKinds";
import { fillTemplate, type MailText, paragraphsOf } from "../mailTemplate";
import { mailBrand } from "../settings/mailBrand";
import { greeting, readsAsLink } from "./greeting";
import { type MailContent, mailBody } from "./mailBody";

/** What a mail shows where its block variable stands. */
export type MailBlock = Pick<MailContent, "links" | "rows"> & { paragraphs?: readonly string[] };

interface MailParts<Kind extends MailKind> extends Pick<MailContent, "action" | "choice"> {
  firstName: string;
  values: Record<MailVariable<Kind>, string>;
  block?: MailBlock;
}

/**
 * Subject and bodies of a mail, in the agency's own text if it has one, else in the portal's. Paragraphs that stay
 * empty are left out.
 */
export function composeMail<Kind extends MailKind>(
  ctx: Pick<Context, "settings" | "siteUrl">,
  kind: Kind,
  { firstName, values, block = {}, action, choice }: MailParts<Kind>,
  { subject, body }: MailText = ctx.settings.mailTexts[kind] ?? mailKind(kind),
): { subject: string; text: string; html: string } {
  const { settings } = ctx;
  const all: Record<keyof typeof commonVariables, string> & Record<string, string> = {
    ...values,
    greeting: greeting(firstName),
    firstName: readsAsLink(firstName) ? "" : firstName,
    agency: settings.brand.name,
    supportEmail: settings.contact.supportEmail,
  };
  const fill = (paragraphs: readonly string[]) =>
    paragraphs.map((paragraph) => fillTemplate(paragraph, all)).filter((paragraph) => paragraph.trim());
  const paragraphs = paragraphsOf(body);
  const name = mailKind(kind).block?.variable;
  const at = paragraphs.findIndex((paragraph) => isBlock(paragraph, name));
  const before = fill(at < 0 ? paragraphs : paragraphs.slice(0, at));
  return {
    subject: fillTemplate(subject, all),
    ...mailBody({
      paragraphs: [...before, ...(block.paragraphs ?? [])],
      ...(block.links ? { links: block.links } : {}),
      ...(block.rows ? { rows: block.rows } : {}),
      after: at < 0 ? [] : fill(paragraphs.slice(at + 1)),
      ...(action ? { action } : {}),
      ...(choice ? { choice } : {}),
      brand: mailBrand(ctx),
    }),
  };
}

/** True for a paragraph that is the block variable alone. */
export const isBlock = (paragraph: string, variable: string | undefined) =>
  variable !== undefined && /^\{\{(.*)\}\}$/.exec(paragraph)?.[1]?.trim() === variable;

/** The variables that a kind's subject and text can hold, without its block. */
export const variablesOf = (kind: MailKind): string[] => [
  ...Object.keys(commonVariables),
  ...Object.keys(mailKind(kind).variables),
];
