import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { importClients, previewImport } from "~/domain/clients/importClients";
import { readCsvText } from "~/domain/uploads/csvText";
import { pageTitle } from "~/features/frame/pageTitle";
import { type ImportAnswer, ImportView } from "~/features/settings/ImportView";
import { SettingsFrame } from "~/features/settings/SettingsFrame";
import { readMultipart } from "~/files/readMultipart";
import { takeSheet } from "~/files/takeSheet";
import { formatNumber } from "~/format/numbers";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { refuseForm } from "~/http/refuseForm.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Import clients");

/** Shown of the rows with errors, and of those that are left out. */
const MAX_SHOWN = 200;

const ImportForm = z.object({
  list: z
    .string({ error: "Paste your list, or upload a CSV file" })
    .max(1_500_000, "Paste at most 1,500,000 characters, or import the list in parts"),
  /** Absent while the list is only compared. */
  apply: z.string().optional(),
  /** How many clients the preview named. */
  shown: z.number().int().optional(),
  invite: z.boolean().default(false),
});

export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "clients.import");
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "clients.import");
  const { portal } = args.context;
  let form: FormData;
  try {
    form = await readMultipart(args.request);
  } catch (error) {
    return refuseForm(portal, error);
  }
  try {
    await takeSheet(form, { kind: "clientSheet", from: "file", to: "list" }, readCsvText);
  } catch (error) {
    const typed = { list: String(form.get("list") ?? ""), ...(form.has("invite") ? { invite: "on" } : {}) };
    return refuseForm(portal, error, { result: { initialValue: typed } });
  }
  return await submitForm(portal, form, ImportForm, async ({ list, apply, shown, invite }) => {
    const { rows, known, ...preview } = await previewImport(ctx, list);
    // A list that was changed after its preview is shown again first.
    if (apply && shown === preview.importable) {
      const done = await importClients(ctx, list, { invite });
      return await redirectWithToast(
        portal,
        paths.clients(),
        `${formatNumber(done.imported)} imported${invite ? " and invited" : ""}, ${formatNumber(done.known)} known and left out`,
      );
    }
    const faults = rows.flatMap(({ line, email, errors }) =>
      errors.length > 0 ? [{ line, email, text: errors.join(". ") }] : [],
    );
    const result: ImportAnswer["result"] = { initialValue: { list, ...(invite ? { invite: "on" } : {}) } };
    const shownRows = {
      known: known.length,
      faults: faults.slice(0, MAX_SHOWN),
      leftOut: known.slice(0, MAX_SHOWN).map(({ line, email }) => ({ line, email })),
    };
    return json<ImportAnswer>({ preview: { ...preview, ...shownRows }, result });
  });
}

export default function ImportPage() {
  return (
    <SettingsFrame
      title="Import clients"
      help="Add the clients of another system. You see what is wrong before anything is saved."
    >
      <ImportView posted={useActionResult<ImportAnswer>()} />
    </SettingsFrame>
  );
}
