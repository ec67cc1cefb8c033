import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { DomainError, Invalid } from "~/domain/errors";
import { readMultipart } from "~/files/readMultipart";
import { storeUpload } from "~/files/storeUpload";
import { isUploadKind } from "~/files/uploadKinds";
import { assertOwnForm } from "~/http/assertOwnForm.server";
import { pageContext } from "~/http/pageContext.server";
import { refusalOf } from "~/http/refusalOf";
import { formKeyOf } from "~/http/saveOnce.server";
import { paths } from "~/paths";

export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "files.upload");
  return redirect(paths.home());
}

/** Takes a file ahead of its form, for the percentage of an open page; the form then posts its key. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "files.upload");
  try {
    const form = await readMultipart(args.request);
    const [file, kind] = [form.get("file"), form.get("kind")];
    if (typeof kind !== "string" || !isUploadKind(kind)) throw new Invalid("This kind of upload does not exist");
    if (!file || typeof file === "string") throw new Invalid("A file is required");
    assertOwnForm(args.context.portal, form);
    const key = formKeyOf(ctx, form);
    const field = String(form.get("field") ?? "");
    return json(await storeUpload(key ? { ...ctx, form: { key, historyId: null } } : ctx, kind, file, { field }));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { message, status } = refusalOf(error);
    return json({ message }, status);
  }
}
