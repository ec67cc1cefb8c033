import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { canStopCartMails, stopCartMails } from "~/domain/carts/stopCartMails";
import { pageTitle } from "~/features/frame/pageTitle";
import { orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { Form } from "~/ui/form/Form";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Unsubscribe");

// The address holds a signature, so it must reach no other site and no cache.
export const headers = () => ({ "Referrer-Policy": "same-origin", "Cache-Control": "no-store" });

const linkOf = ({ userId = "", mac = "" }: LoaderFunctionArgs["params"]) => ({ userId, mac });

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "carts.unsubscribe");
  return { works: await canStopCartMails(ctx, linkOf(args.params)) };
}

/** Answers without a redirect, which mail programs that unsubscribe with one click do not follow (RFC 8058). */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "carts.unsubscribe");
  await orNotFound(stopCartMails(ctx, linkOf(args.params)));
  return json({ stopped: true });
}

/** Opening the link changes nothing; its button does (rules.md accounts/mail-links). */
export default function Unsubscribe() {
  const { works } = useLoaderData<typeof loader>();
  const stopped = useActionResult<{ stopped: boolean }>()?.stopped;
  return (
    <>
      <h1>Unsubscribe</h1>
      {stopped ? (
        <Alert tone="success" title="You are unsubscribed">
          We no longer email you about orders that you did not finish. You can change this on your profile.
        </Alert>
      ) : works ? (
        <Form method="post" className="form">
          <p>
            We will no longer email you about orders that you did not finish. Receipts and news of your orders still
            come.
          </p>
          <SubmitButton size={3} wide>
            Unsubscribe
          </SubmitButton>
        </Form>
      ) : (
        <Alert
          tone="danger"
          action={
            <LinkButton to={paths.profile()} variant="solid">
              Open your profile
            </LinkButton>
          }
        >
          This link does not work. Choose on your profile which emails you get.
        </Alert>
      )}
    </>
  );
}
