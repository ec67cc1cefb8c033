import { useLoaderData } from "@remix-run/react";
import { creativeRecord } from "~/domain/creatives/creative";
import { creativeDetails, deleteCreative } from "~/domain/creatives/manageCreatives";
import { pageTitle } from "~/features/frame/pageTitle";
import { DeleteDialog } from "~/features/records/DeleteDialog";
import { deleteListedAction, deleteListedLoader } from "~/http/deleteListed.server";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Delete creative");

export const loader = deleteListedLoader("creatives.manage", creativeRecord, creativeDetails);

export const action = deleteListedAction("creatives.manage", creativeRecord, deleteCreative);

export default function DeleteCreative() {
  const { name, back } = useLoaderData<typeof loader>();
  return (
    <DeleteDialog
      noun="creative"
      text={`Are you sure you want to delete this creative: ${name}?`}
      consequences={["Affiliates can no longer use it, and its file is deleted."]}
      back={back}
      posted={useActionResult<FormAnswer>()}
    />
  );
}
