import type { CardChoices } from "~/domain/billing/cardChoices";
import type { CardPage } from "~/domain/renewals/cardPage";
import { useZone } from "~/features/frame/useZone";
import { formatCents } from "~/format/money";
import { Card } from "~/ui/card/Card";
import { Alert } from "~/ui/feedback/Alert";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { formErrorsOf } from "~/ui/form/formAnswer";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { useHydrated } from "~/ui/form/useHydrated";
import { PageHeader } from "~/ui/layout/PageHeader";
import { CardForm } from "./CardForm";
import type { CardAnswer } from "./cardPage.server";
import { SubscriptionFacts } from "./SubscriptionFacts";
import { cardLabel, standingOf } from "./subscriptionStanding";

interface CardPageViewProps {
  subscription: CardPage;
  /** Absent on the page of an emailed link. */
  choices?: CardChoices;
  field: { scriptUrl: string; publishableKey: string; sandbox: boolean };
  /** The page's own path: its forms are sent there. */
  here: string;
  /** The page before it; none for who came by a mailed link. */
  back?: { href: string; label: string };
  answer: CardAnswer | undefined;
}

/**
 * Where the card of a subscription is changed, and a renewal that did not go through is paid
 * (rules.md subscriptions/own).
 */
export function CardPageView({ subscription, choices, field, here, back, answer }: CardPageViewProps) {
  const { serviceName, amount } = subscription;
  const { text, step } = standingOf(subscription, useZone());
  const waits = step !== null;
  const sum = formatCents(amount);
  return (
    <>
      <PageHeader title={waits ? `Pay ${sum}` : "Update card"} help={serviceName} back={back} />
      {waits ? (
        <div className="page-notice">
          <PayAgain subscription={subscription} here={here} text={text} answer={answer} />
        </div>
      ) : null}
      <CardForm
        action={here}
        card={field}
        choices={choices}
        verb={waits ? `Save card and pay ${sum}` : "Save card"}
        answer={answer?.intent === "pay" ? undefined : answer}
      >
        <Card title="Subscription">
          <SubscriptionFacts subscription={subscription} />
        </Card>
      </CardForm>
    </>
  );
}

/** Finishing the payment with the card that is stored, whose bank may ask. */
function PayAgain({
  subscription,
  here,
  text,
  answer,
}: Pick<CardPageViewProps, "subscription" | "here" | "answer"> & { text: string }) {
  const script = useHydrated();
  const { status, card, payment } = subscription;
  if (answer?.bankUrl)
    return (
      <Alert
        tone="warning"
        title="Your bank needs you to confirm this payment"
        action={
          <a className="button button-solid" href={answer.bankUrl}>
            Continue to your bank
          </a>
        }
      >
        Your bank sends you back here when you are done.
      </Alert>
    );
  return (
    <Alert
      tone={status === "Past_Due" ? "danger" : "warning"}
      action={
        <Form method="post" keyless action={here}>
          {script ? <input type="hidden" name="with" value="script" /> : null}
          <SubmitButton
            name="intent"
            value="pay"
            variant={payment?.actionNeeded ? "solid" : "outline"}
            pendingText="Paying"
          >
            {payment?.actionNeeded ? "Confirm payment" : `Try ${cardLabel(card)} again`}
          </SubmitButton>
        </Form>
      }
    >
      {text}
      {answer?.intent === "pay" ? (
        <FormErrors id="pay-errors" title="The payment did not go through" errors={formErrorsOf(answer)} />
      ) : null}
    </Alert>
  );
}
