import { json } from "@remix-run/cloudflare";
import type { Context } from "~/domain/context";
import { Conflict, type FieldErrors, Invalid } from "~/domain/errors";
import { answerName } from "~/domain/intake/answerName";
import { type ProjectDetails, projectDetails } from "~/domain/intake/projectDetails";
import { MAX_ANSWER, ProjectDetailsInput } from "~/domain/intake/projectDetailsInput";
import { removedAnswers, removedText } from "~/domain/intake/removedAnswers";
import { saveProjectDetails } from "~/domain/intake/saveProjectDetails";
import { orderBehind } from "~/features/orders/orderBehind.server";
import { readMultipart } from "~/files/readMultipart";
import { receiveFiles } from "~/files/receiveFiles";
import type { UploadKind } from "~/files/uploadKinds";
import { formatNumber } from "~/format/numbers";
import { assertOwnForm } from "~/http/assertOwnForm.server";
import type { PortalRequest } from "~/http/portalRequest.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { refuseForm } from "~/http/refuseForm.server";
import { resolveStale } from "~/http/resolveStale";
import { saveOnce } from "~/http/saveOnce.server";
import { textEntries } from "~/http/textEntries";
import type { FormAnswer } from "~/ui/form/formAnswer";
import type { ReceivedFile } from "~/ui/form/receivedFile";

interface ProjectDetailsExtra {
  /** Files of this and earlier posts, by field. */
  received: Record<string, ReceivedFile[]>;
  /** Saved by script: the page says so and leaves after two seconds. */
  saved: boolean;
  leaving: boolean;
}

export type ProjectDetailsAnswer = FormAnswer<Record<string, string>, ProjectDetailsExtra>;

/** Fixed text (rules.md texts/fixed). */
const DETAILS_SAVED = "Project details added successfully. Redirecting to order details.";

/** The form of one entry of a package on the order page: new or existing. */
interface EntryForm {
  packageId: string;
  entryId?: string;
}

const versionOf = (form: FormData) => {
  const version = String(form.get("version") ?? "");
  return /^\d{1,9}$/.test(version) ? Number(version) : undefined;
};

/**
 * Saves posted project details, or one entry of them. Stores files before validation, so that a failing form returns
 * with everything typed and every file received.
 */
export async function answerProjectDetails(
  portal: PortalRequest,
  ctx: Context,
  orderId: string,
  entry?: EntryForm,
  uploadKind: "projectFile" | "projectStepFile" = "projectFile",
) {
  const allDetails = await projectDetails(ctx, orderId);
  const details = entry
    ? { ...allDetails, packages: allDetails.packages.filter(({ packageId }) => packageId === entry.packageId) }
    : allDetails;
  const fields: Record<string, UploadKind> = entry ? {} : { fileUploadUrl: uploadKind };
  for (const one of details.packages)
    for (const field of details.intake)
      if (field.itemType === "FILE_UPLOAD") fields[answerName(one.packageId, field.id)] = "intakeFile";
  let posted: FormData;
  try {
    posted = resolveStale(await readMultipart(portal.request));
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return refuseForm(portal, error);
  }
  try {
    assertOwnForm(portal, posted);
    const answerSaved = () => answerDetailsSaved(portal, orderId, posted, entry);
    const save = () => saveDetails(portal, orderId, details, posted, fields, answerSaved, entry);
    const creates = posted.has("manual") && !entry?.entryId;
    return await saveOnce(portal, posted, save, { answerSaved, creates });
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return refuseForm(portal, error, { result: { initialValue: Object.fromEntries(textEntries(posted)) } });
  }
}

async function saveDetails(
  portal: PortalRequest,
  orderId: string,
  details: ProjectDetails,
  posted: FormData,
  fields: Record<string, UploadKind>,
  answerSaved: () => Promise<Response>,
  entry?: EntryForm,
): Promise<Response> {
  const { ctx } = portal;
  const removed = posted.has("manual") ? removedAnswers(posted, details) : [];
  const attachedTo = entry?.entryId ? `order:${orderId}` : null;
  const { form, received, fieldErrors } = await receiveFiles(ctx, posted, fields, { attachedTo });
  const values = Object.fromEntries(textEntries(form));
  const answer = { result: { initialValue: values }, received };
  const missing = missingAnswers(details, form.has("manual"), (name) =>
    Boolean(values[name]?.trim() || received[name]),
  );
  const errors: FieldErrors = {
    ...missing,
    ...tooLong(values),
    ...fieldErrors,
    ...(removed.length > 0 ? { "": [removedText(removed)] } : {}),
  };
  if (Object.keys(errors).length > 0) return refuseForm(portal, new Invalid("", errors), answer);

  const addresses = (name: string) => (received[name] ?? []).map((file) => file.url);
  const input = ProjectDetailsInput.parse({
    orderId,
    fileUploadUrl: addresses("fileUploadUrl")[0],
    projectPackageData: form.has("manual")
      ? details.packages.map((one) => ({
          packageId: one.packageId,
          values: [
            {
              id: entry?.entryId,
              version: entry?.entryId ? versionOf(form) : undefined,
              items: details.intake.map((field) => {
                const name = answerName(one.packageId, field.id);
                return {
                  id: field.id,
                  value: field.itemType === "FILE_UPLOAD" ? addresses(name) : (values[name] ?? ""),
                };
              }),
            },
          ],
        }))
      : [],
  });
  try {
    await saveProjectDetails(ctx, input);
  } catch (error) {
    return refuseForm(portal, error, answer);
  }
  return await answerSaved();
}

async function answerDetailsSaved(portal: PortalRequest, orderId: string, posted: FormData, entry?: EntryForm) {
  if (posted.get("with") === "script") return json<ProjectDetailsAnswer>({ saved: true, leaving: true });
  return await redirectWithToast(
    portal,
    orderBehind(portal.request, orderId),
    entry ? "Order updated successfully" : DETAILS_SAVED,
  );
}

/**
 * Required answers that were left empty. The order would keep waiting for them, so Save reports them instead of
 * storing a second entry next to the unfinished one.
 */
function missingAnswers(details: ProjectDetails, manual: boolean, answered: (name: string) => boolean) {
  const required = manual
    ? details.packages.flatMap(({ packageId }) =>
        details.intake
          .filter((field) => field.mandatory)
          .map((field) => ({ name: answerName(packageId, field.id), label: field.name })),
      )
    : [{ name: "fileUploadUrl", label: "Project file" }];
  return Object.fromEntries(
    required.filter(({ name }) => !answered(name)).map(({ name, label }) => [name, [`${label} is required`]]),
  );
}

const tooLong = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, text]) => text.length > MAX_ANSWER)
      .map(([name, text]) => [
        name,
        [`At most ${formatNumber(MAX_ANSWER)} characters, and this has ${formatNumber(text.length)}`],
      ]),
  );
