import { authorize } from "../access";
import type { Context } from "../context";
import { type MailKind, mailKind } from "../mailKinds";
import { saveSettings } from "../settings/saveSettings";
import type { MailTextInput } from "./mailTextInput";

/**
 * Saves a mail's own subject and text; those of the portal are stored as none. Throws Conflict for a stale version. The
 * mails' texts share one version.
 */
export async function saveMailText(ctx: Context, kind: MailKind, { version, subject, body }: MailTextInput) {
  authorize(ctx, "settings.manage");
  const portal = mailKind(kind);
  const own = subject === portal.subject && body === portal.body ? null : { subject, body };
  await saveSettings(ctx, "mailTexts", { version, [kind]: own });
}

/** Puts the portal's subject and text back. */
export async function restoreMailText(ctx: Context, kind: MailKind, { version }: { version: number }) {
  authorize(ctx, "settings.manage");
  await saveSettings(ctx, "mailTexts", { version, [kind]: null });
}
