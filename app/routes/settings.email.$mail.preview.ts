import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { exampleMail } from "~/domain/notifications/exampleMail";
import { mailTextOf } from "~/domain/notifications/mailTextInput";
import { settingsPage } from "~/domain/settings/saveSettings";
import { mailParam } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";

/** It may load pictures and use its own styles, in a frame of the portal only, and runs nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'; sandbox";
const DARK = "@media (prefers-color-scheme:dark)";

/** The HTML of a mail with example values. `scheme` shows it as in that mode, whatever the browser prefers. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const kind = mailParam(args.params.mail);
  const { values } = await settingsPage(ctx, "mailTexts");
  const { html } = exampleMail(ctx, kind, mailTextOf(kind, values[kind]));
  const scheme = new URL(args.request.url).searchParams.get("scheme");
  const shown = scheme === null ? html : html.replaceAll(DARK, scheme === "dark" ? "@media all" : "@media not all");
  return new Response(shown, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      "X-Frame-Options": "SAMEORIGIN",
      "Cache-Control": "private, no-store",
    },
  });
}
