import { useLocation } from "@remix-run/react";
import { answerName } from "~/domain/intake/answerName";
import type { OrderEntry } from "~/domain/intake/orderEntry";
import type { ProjectDetails } from "~/domain/intake/projectDetails";
import { IntakeFields } from "~/features/projectDetails/ProjectDetailsForm";
import type { ProjectDetailsAnswer } from "~/features/projectDetails/projectDetailsForm.server";
import { paths, samePlace } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Alert } from "~/ui/feedback/Alert";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { fieldErrorsOf } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import type { ReceivedFile } from "~/ui/form/receivedFile";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { waitsForUpload } from "~/ui/form/waitsForUpload";

interface OrderEntryDialogProps {
  title: string;
  action: string;
  /** The form, with only this package. */
  details: ProjectDetails;
  /** The entry to change; without it the form adds one. */
  entry?: Pick<OrderEntry, "version" | "packageId" | "items" | "files">;
  /** Why it cannot be changed; null when it can. */
  closed: string | null;
  /** The answer to a form that failed. */
  answer?: ProjectDetailsAnswer;
}

/**
 * One entry of a package's project details: added, or changed by the side that wrote it (rules.md orders/add-entry,
 * orders/edit-entry).
 */
export function OrderEntryDialog({ title, action, details, entry, closed, answer }: OrderEntryDialogProps) {
  const { search } = useLocation();
  const back = samePlace(paths.order(details.orderId), search);
  if (closed)
    return (
      <RouteDialog title={title} closeHref={back}>
        <div className="stack">
          <Alert>{closed}</Alert>
          <LinkButton to={back}>Back to the order</LinkButton>
        </div>
      </RouteDialog>
    );
  const errors = fieldErrorsOf(answer);
  const values = answer?.result?.initialValue;
  const packageId = details.packages[0]?.packageId ?? "";
  return (
    <RouteDialog title={title} closeHref={back} wide>
      <Form
        method="post"
        action={samePlace(action, search)}
        encType="multipart/form-data"
        className="stack"
        noValidate
        preventScrollReset
        onSubmit={waitsForUpload}
      >
        <FormErrors
          answer={answer}
          errors={errors[""]}
          fields={details.intake.map((field) => {
            const id = answerName(packageId, field.id);
            return { id, label: field.name, errors: errors[id] };
          })}
        />
        {entry ? (
          <StaleFields
            lastResult={answer?.result}
            stored={typedBefore(entry)}
            version={entry.version}
            fields={details.intake.map(({ id, name }) => ({ name: answerName(packageId, id), label: name }))}
          />
        ) : null}
        <input type="hidden" name="manual" value="true" />
        {entry ? <input type="hidden" name="version" value={values?.version ?? entry.version} /> : null}
        <IntakeFields
          details={details}
          values={values ?? typedBefore(entry)}
          received={answer?.received ?? filesBefore(entry)}
          errors={errors}
          titled
        />
        <div className="form-actions">
          <LinkButton to={back} preventScrollReset>
            Cancel
          </LinkButton>
          <SubmitButton pendingText="Saving">Save</SubmitButton>
        </div>
      </Form>
    </RouteDialog>
  );
}

type Entry = OrderEntryDialogProps["entry"];

const typedBefore = (entry: Entry): Record<string, string> =>
  Object.fromEntries(
    (entry?.items ?? [])
      .filter((item) => item.itemType !== "FILE_UPLOAD")
      .map((item) => [answerName(entry?.packageId ?? "", item.id), [item.value].flat().join("\n")]),
  );

const filesBefore = (entry: Entry): Record<string, ReceivedFile[]> =>
  Object.fromEntries(
    (entry?.items ?? [])
      .filter((item) => item.itemType === "FILE_UPLOAD")
      .map((item) => {
        const files = entry?.files.filter((file) => [item.value].flat().includes(file.address)) ?? [];
        return [answerName(entry?.packageId ?? "", item.id), files] as const;
      })
      .filter(([, files]) => files.length > 0),
  );
