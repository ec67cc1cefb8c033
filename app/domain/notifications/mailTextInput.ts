import { z } from "zod";
import { type MailKind, mailKind } from "../mailKinds";
import { type MailText, paragraphsOf, parseTemplate } from "../mailTemplate";
import { requiredLine, requiredText } from "../textFields";
import { isBlock, variablesOf } from "./composeMail";

/** A mail's own subject and text. The messages name the variable and its line (rules.md settings/mail-texts). */
export const mailTextInput = (kind: MailKind) =>
  z.object({
    version: z.number().int().min(0),
    subject: requiredLine("Subject is required", 200).superRefine((subject, problems) =>
      report(parseTemplate(subject, variablesOf(kind)), problems),
    ),
    body: requiredText("Text is required", 5_000).superRefine((body, problems) => {
      const block = mailKind(kind).block?.variable;
      report(parseTemplate(body, [...variablesOf(kind), ...(block ? [block] : [])]), problems);
      if (block && !standsAlone(body, block))
        problems.addIssue({
          code: "custom",
          message: `The text needs {{${block}}} once, in a paragraph of its own`,
        });
    }),
  });
export type MailTextInput = z.output<ReturnType<typeof mailTextInput>>;

const report = (parsed: ReturnType<typeof parseTemplate>, problems: z.core.$RefinementCtx) => {
  if ("problem" in parsed) problems.addIssue({ code: "custom", message: parsed.problem });
};

const standsAlone = (body: string, block: string) =>
  paragraphsOf(body).filter((paragraph) => isBlock(paragraph, block)).length === 1 &&
  [...body.matchAll(/\{\{([^{}\n]*)\}\}/g)].filter(([, name]) => name!.trim() === block).length === 1;

/** The text in use: the agency's own or the portal's. */
export const mailTextOf = (kind: MailKind, own: MailText | null | undefined): MailText & { own: boolean } => {
  const { subject, body } = own ?? mailKind(kind);
  return { subject, body, own: Boolean(own) };
};
