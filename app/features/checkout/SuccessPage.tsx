import { useFetcher } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { AGAIN } from "~/domain/checkout/checkoutQuery";
import type { CheckoutOrder, CompletedOrder } from "~/domain/checkout/checkoutTypes";
import type { ProjectDetails } from "~/domain/intake/projectDetails";
import { IntakeFields, ProjectUpload } from "~/features/projectDetails/ProjectDetailsForm";
import type { ProjectDetailsAnswer } from "~/features/projectDetails/projectDetailsForm.server";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { showToast } from "~/ui/feedback/showToast";
import { FormErrors } from "~/ui/form/FormErrors";
import { FormIdentity } from "~/ui/form/FormIdentity";
import { fieldErrorsOf } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { waitsForUpload } from "~/ui/form/waitsForUpload";
import { PageHeader } from "~/ui/layout/PageHeader";
import { untilAnswered } from "./fetchPayment";
import { OrderRecap } from "./OrderRecap";
import { PendingPayment } from "./PendingPayment";

interface SuccessPageProps {
  completed: CompletedOrder;
  order: CheckoutOrder;
  /** Where the receipt went. */
  email?: string;
  details: ProjectDetails;
  /** none, manual or upload; anything else is an unknown tab. */
  choice: string;
  /** Details that were sent may be added to. */
  again: boolean;
  /** The answer to a form that was posted without script. */
  posted?: ProjectDetailsAnswer;
}

const SAVED = "Project details added successfully. Redirecting to order details.";
const REDIRECT_MS = 2000;

/** After paying: what was bought, and the project details that the work starts from. */
export function SuccessPage({ completed, order, email, details, choice, again, posted }: SuccessPageProps) {
  const orderHref = paths.order(order.id);
  return (
    <>
      <PageHeader
        title={
          completed.pending
            ? "Your payment is being confirmed"
            : !completed.paid
              ? "Your order is waiting for payment"
              : choice === "none"
                ? "Thank you for your order"
                : "Project details"
        }
        back={choice === "none" ? undefined : { href: orderHref, label: `Order ${order.number}` }}
        help={`Order ${order.number} · ${order.serviceName}`}
        action={
          <LinkButton to={orderHref} variant={completed.paid && details.complete ? "solid" : "outline"}>
            Goto Order
          </LinkButton>
        }
      />
      <div className="with-panel">
        <div className="stack">
          {completed.paid && order.total > 0 ? (
            <p>
              You paid {formatCents(order.total)}. We have emailed your receipt
              {email ? ` to ${email}` : ""}.
            </p>
          ) : null}
          {completed.paid ? (
            <Details
              order={order}
              details={details}
              choice={choice}
              again={again}
              orderHref={orderHref}
              posted={posted}
            />
          ) : completed.pending ? (
            <PendingPayment orderId={order.id} title={`We are checking your payment for order ${order.number}`} />
          ) : (
            <Alert
              tone="warning"
              title="Nothing was charged"
              action={
                <LinkButton to={`${orderHref}/pay`} variant="solid">
                  Resume payment
                </LinkButton>
              }
            >
              {completed.declined ?? "The payment was not completed. We saved your order, so you can pay for it now."}
            </Alert>
          )}
        </div>
        <OrderRecap order={order} />
      </div>
    </>
  );
}

function Details({
  order,
  details,
  choice,
  again,
  orderHref,
  posted,
}: Omit<SuccessPageProps, "completed"> & { orderHref: string }) {
  const here = paths.checkoutSuccess(order.id);
  if (choice === "none" || details.packages.length === 0)
    return (
      <section className="card">
        <h2>Project Details</h2>
        <p>
          {details.complete
            ? "We have everything we need to start. You can add more at any time."
            : "Tell us about your project so we can start."}
        </p>
        <div className="row">
          {details.intake.length > 0 ? (
            <LinkButton to={`${here}&details=manual`} variant="solid">
              Fill in manually
            </LinkButton>
          ) : null}
          <LinkButton to={`${here}&details=upload`}>Upload a file</LinkButton>
        </div>
      </section>
    );
  if (choice !== "manual" && choice !== "upload") return <Alert tone="warning">Unknown Tab</Alert>;
  const sent = details.fileUploadUrl !== null || details.packages.some(({ values }) => values.some(isOwn));
  // A reload of a form that was sent must not look as if nothing had been.
  if (sent && !again && !posted)
    return (
      <Alert
        tone="success"
        title="You sent project details for this order."
        action={
          <>
            <LinkButton to={orderHref} variant="solid">
              See what you sent
            </LinkButton>
            <LinkButton to={`${here}&details=${choice}&${AGAIN}=1`}>Add more</LinkButton>
          </>
        }
      >
        We received them. You do not need to fill in the form again.
      </Alert>
    );
  return (
    <DetailsForm key={choice} details={details} choice={choice} here={here} orderHref={orderHref} posted={posted} />
  );
}

const isOwn = ({ role }: { role: "ADMIN" | "CUSTOMER" }) => role === "CUSTOMER";

interface DetailsFormProps {
  details: ProjectDetails;
  choice: "manual" | "upload";
  here: string;
  orderHref: string;
  posted?: ProjectDetailsAnswer;
}

function DetailsForm({ details, choice, here, orderHref, posted }: DetailsFormProps) {
  const fetcher = useFetcher<ProjectDetailsAnswer>();
  const answer = fetcher.data ?? posted;
  // A post that failed before its action responded still has the files received before.
  const lastAnswer = useRef(posted);
  if (answer && !answer.failure) lastAnswer.current = answer;
  const saved = answer?.saved === true;
  useEffect(() => {
    if (!saved) return;
    showToast("success", SAVED);
    // As a document, once the portal answers: the next page needs no module of this build, and this one stays until then.
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
    fetcher.submit(form, { method: "post", action: `${here}&details=${choice}`, encType: "multipart/form-data" });
  };
  const props = {
    details,
    values: lastAnswer.current?.result?.initialValue ?? {},
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
      action={`${here}&details=${choice}`}
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
          <input type="hidden" name="manual" value="true" />
          <IntakeFields {...props} />
        </>
      ) : (
        <ProjectUpload {...props} />
      )}
      <div className="form-actions">
        <SubmitButton pending={fetcher.state !== "idle"} pendingText="Saving">
          Save
        </SubmitButton>
        <LinkButton to={here}>Cancel</LinkButton>
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
