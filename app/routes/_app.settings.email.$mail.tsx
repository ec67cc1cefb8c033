import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { mailKind } from "~/domain/mailKinds";
import { exampleMail } from "~/domain/notifications/exampleMail";
import { mailTextInput, mailTextOf } from "~/domain/notifications/mailTextInput";
import { restoreMailText, saveMailText } from "~/domain/notifications/saveMailText";
import { sendExampleMail } from "~/domain/notifications/sendExampleMail";
import { settingsPage } from "~/domain/settings/saveSettings";
import { pageTitle } from "~/features/frame/pageTitle";
import { MailPreview } from "~/features/settings/MailPreview";
import { MailTextForm } from "~/features/settings/MailTextForm";
import { mailParam } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { replyTo, submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { parseForm } from "~/ui/form/parseForm";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

type MailAnswer = FormAnswer<Record<string, unknown>, { sentTo?: string }>;

export const meta = pageTitle<typeof loader>((data) => data.name);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const kind = mailParam(args.params.mail);
  const { values, version } = await settingsPage(ctx, "mailTexts");
  const mail = mailTextOf(kind, values[kind]);
  return {
    kind,
    name: mailKind(kind).name,
    when: mailKind(kind).when,
    mail: { version, ...mail },
    subject: exampleMail(ctx, kind, mail).subject,
    agency: { agency: ctx.settings.brand.name, supportEmail: ctx.settings.contact.supportEmail },
  };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const kind = mailParam(args.params.mail);
  const { portal } = args.context;
  const form = await readForm(args.request);
  const schema = mailTextInput(kind);
  const saved = () => redirectWithToast(portal, paths.mailText(kind), "Updated successfully");
  switch (form.get("intent")) {
    case "restore":
      return await submitForm(portal, form, z.object({ version: z.number().int().min(0) }), async (input) => {
        await restoreMailText(ctx, kind, input);
        return await saved();
      });
    case "test": {
      const submission = parseForm(form, schema);
      const result = replyTo(submission, schema);
      if (submission.status !== "success") return json<MailAnswer>({ result }, 400);
      // The form stays as typed. Nothing is saved.
      return json<MailAnswer>({
        result: { ...result, status: undefined },
        sentTo: await sendExampleMail(ctx, kind, submission.value),
      });
    }
    default:
      return await submitForm(portal, form, schema, async (input) => {
        await saveMailText(ctx, kind, input);
        return await saved();
      });
  }
}

export default function MailTextPage() {
  const { kind, name, when, mail, subject, agency } = useLoaderData<typeof loader>();
  const answer = useActionResult<MailAnswer>();
  return (
    <>
      <PageHeader title={name} help={when} back={{ href: paths.mailSettings(), label: "E-mail" }} />
      <div className="stack">
        <MailTextForm
          key={`${kind} ${mail.version}`}
          kind={kind}
          mail={mail}
          agency={agency}
          lastResult={answer?.result}
          {...(answer?.sentTo ? { sentTo: answer.sentTo } : {})}
        />
        <MailPreview kind={kind} subject={subject} revision={mail.version} />
      </div>
    </>
  );
}
