import { useFetcher, useNavigate } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import type { CheckoutOrder, CompletedOrder, ProjectDetails } from "~/domain/checkout/checkoutAnswers";
import { IntakeFields, ProjectUpload } from "~/features/projectDetails/ProjectDetailsForm";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { showToast } from "~/ui/feedback/showToast";
import { FormErrors } from "~/ui/form/FormErrors";
import { FormIdentity } from "~/ui/form/FormIdentity";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { OrderRecap } from "./OrderRecap";

interface SuccessPageProps {
  completed: CompletedOrder;
  order: CheckoutOrder;
  details: ProjectDetails;
  /** none, manual or upload; anything else is an unknown tab. */
  choice: string;
  /** The answer to a form that was posted without script. */
  posted?: Answer;
}

export interface Answer {
  errors: Record<string, string[]>;
  values: Record<string, string>;
  received: Record<string, { key: string; name: string; size: number }[]>;
  saved?: boolean;
}

const SAVED = "Project details added successfully. Redirecting to order details.";
const REDIRECT_MS = 2000;

/** After paying: what was bought, and the project details that the work starts from (document 2 section 2). */
export function SuccessPage({ completed, order, details, choice, posted }: SuccessPageProps) {
  const orderHref = paths.order(order.id);
  return (
    <>
      <PageHeader
        title={
          !completed.paid
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
          {completed.paid && order.total > 0 ? <p>We have emailed your receipt.</p> : null}
          {completed.paid ? (
            <Details order={order} details={details} choice={choice} orderHref={orderHref} posted={posted} />
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
  return (
    <DetailsForm key={choice} details={details} choice={choice} here={here} orderHref={orderHref} posted={posted} />
  );
}

interface DetailsFormProps {
  details: ProjectDetails;
  choice: "manual" | "upload";
  here: string;
  orderHref: string;
  posted?: Answer;
}

function DetailsForm({ details, choice, here, orderHref, posted }: DetailsFormProps) {
  const fetcher = useFetcher<Answer>();
  const navigate = useNavigate();
  const answer = fetcher.data ?? posted;
  // When nobody answered, what was received before is still received.
  const heard = useRef(posted);
  if (answer?.received) heard.current = answer;
  const saved = answer?.saved === true;
  useEffect(() => {
    if (!saved) return;
    showToast("success", SAVED);
    const timer = setTimeout(() => navigate(orderHref), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [saved, navigate, orderHref]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    form.set("with", "script");
    fetcher.submit(form, { method: "post", action: `${here}&details=${choice}`, encType: "multipart/form-data" });
  };
  const props = {
    details,
    values: heard.current?.values ?? {},
    received: heard.current?.received ?? {},
    errors: answer?.errors ?? {},
  };
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
        <SubmitButton pending={fetcher.state !== "idle" || saved} pendingText="Saving">
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
