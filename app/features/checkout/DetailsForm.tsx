import { useFetcher } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import type { EarlierAnswers } from "~/domain/intake/earlierAnswers";
import type { ProjectDetails } from "~/domain/intake/projectDetails";
import { IntakeFields, ProjectUpload } from "~/features/projectDetails/ProjectDetailsForm";
import type { ProjectDetailsAnswer } from "~/features/projectDetails/projectDetailsForm.server";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { showToast } from "~/ui/feedback/showToast";
import { FormErrors } from "~/ui/form/FormErrors";
import { FormIdentity } from "~/ui/form/FormIdentity";
import { fieldErrorsOf } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { waitsForUpload } from "~/ui/form/waitsForUpload";
import { untilAnswered } from "./fetchPayment";

const SAVED = "Project details added successfully. Redirecting to order details.";
const REDIRECT_MS = 2000;

interface DetailsFormProps {
  details: ProjectDetails;
  choice: "manual" | "upload";
  action: string;
  /** Answers to start from. */
  earlier?: EarlierAnswers | null;
  /** The way out, after Save. */
  other: ReactNode;
  /** The kind of the completed document. */
  uploadKind?: "projectFile" | "projectStepFile";
  /** The answer to a form that was posted without script. */
  posted?: ProjectDetailsAnswer;
}

/** Project details of an order: the intake fields, or one completed document. Saved, it leads to the order. */
export function DetailsForm({ details, choice, action, earlier, other, uploadKind, posted }: DetailsFormProps) {
  const orderHref = paths.order(details.orderId);
  const fetcher = useFetcher<ProjectDetailsAnswer>();
  const answer = fetcher.data ?? posted;
  // A post that failed before its action responded still has the files received before.
  const lastAnswer = useRef(posted);
  if (answer && !answer.failure) lastAnswer.current = answer;
  const saved = answer?.saved === true;
  useEffect(() => {
    if (!saved) return;
    showToast("success", SAVED);
    // As a document, once the portal answers: the next page needs no module of this build, and this one stays until
    // then.
    const timer = setTimeout(async () => {
      await untilAnswered(details.orderId, () => {});
      location.assign(orderHref);
    }, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [saved, details.orderId, orderHref]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    if (waitsForUpload(event)) return;
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    form.set("with", "script");
    fetcher.submit(form, { method: "post", action, encType: "multipart/form-data" });
  };
  const props = {
    details,
    values: lastAnswer.current?.result?.initialValue ?? earlier?.values ?? {},
    received: lastAnswer.current?.received ?? {},
    errors: fieldErrorsOf(answer),
  };
  if (saved)
    return (
      <Alert
        tone="success"
        title={SAVED}
        action={
          <LinkButton to={orderHref} reloadDocument>
            Goto Order
          </LinkButton>
        }
      />
    );
  const wrong = Object.entries(props.errors).filter(([name]) => name !== "");
  return (
    <fetcher.Form
      method="post"
      action={action}
      encType="multipart/form-data"
      className="stack"
      noValidate
      onSubmit={send}
    >
      <h2>Project Details</h2>
      <FormErrors
        answer={answer}
        errors={props.errors[""]}
        fields={wrong.map(([id, errors]) => ({ id, label: labelOf(details, id), errors }))}
      />
      {choice === "manual" ? (
        <>
          {earlier ? (
            <Alert tone="info">
              These are your answers for order {earlier.orderNumber}. Check them before you save.
            </Alert>
          ) : null}
          <input type="hidden" name="manual" value="true" />
          <IntakeFields {...props} />
        </>
      ) : (
        <ProjectUpload {...props} kind={uploadKind} />
      )}
      <div className="form-actions">
        <SubmitButton pending={fetcher.state !== "idle"} pendingText="Saving">
          Save
        </SubmitButton>
        {other}
      </div>
      <FormIdentity />
    </fetcher.Form>
  );
}

function labelOf(details: ProjectDetails, name: string) {
  const [, packageId, fieldId] = name.split(".");
  const field = details.intake.find((one) => one.id === fieldId)?.name;
  const bought = details.packages.find((one) => one.packageId === packageId)?.packageName;
  return field ? `${bought}: ${field}` : "Project file";
}
