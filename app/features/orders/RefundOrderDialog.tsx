import type { SubmissionResult } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { parseDollars } from "~/domain/money";
import { orderStatusLabel } from "~/domain/orders/orderStates";
import { placementStateLabel } from "~/domain/placements/placementStates";
import type { OrderRefund } from "~/domain/refunds/orderRefund";
import { formatCents } from "~/format/money";
import { paths, samePlace } from "~/paths";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Alert } from "~/ui/feedback/Alert";
import { Field } from "~/ui/form/Field";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { NumberField } from "~/ui/form/NumberField";
import { versionToPost } from "~/ui/form/staleEntries";
import { TextAreaField } from "~/ui/form/TextAreaField";

interface RefundOrderDialogProps {
  order: OrderRefund;
  /** Idempotency key of this form. */
  requestKey: string;
  lastResult?: SubmissionResult;
}

/**
 * Refunds all or part of an order: the amount, the reason and the consequences in figures (rules.md
 * refunds/recorded).
 */
export function RefundOrderDialog({ order, requestKey, lastResult }: RefundOrderDialogProps) {
  const { search } = useLocation();
  const back = samePlace(paths.order(order.id), search);
  const typed = lastResult?.initialValue ?? {};
  const errors = lastResult?.error ?? {};
  const [amount, setAmount] = useState(String(typed.amount ?? (order.left / 100).toFixed(2)));
  const title = `Refund order ${order.number}`;
  if (order.left === 0 || order.refused)
    return (
      <RouteDialog title={title} closeHref={back}>
        <div className="stack">
          <Alert>
            {order.refused ??
              (order.payState === "unpaid" ? "This order is not paid." : "This order has already been fully refunded.")}
          </Alert>
          <LinkButton to={back}>Back to the order</LinkButton>
        </div>
      </RouteDialog>
    );
  return (
    <RouteDialog title={title} closeHref={back} tone="danger">
      <FormErrors
        errors={errors[""] ?? undefined}
        fields={[
          { id: "amount", label: "Amount", errors: errors.amount ?? undefined },
          { id: "reason", label: "Reason", errors: errors.reason ?? undefined },
          { id: "placementIds", label: "Links", errors: errors.placementIds ?? undefined },
        ]}
      />
      <ConfirmForm
        text={paidSoFar(order)}
        consequences={consequencesOf(order, parseDollars(amount))}
        cancelHref={back}
        cancelLabel="Keep the payment"
        verb="Refund"
        pendingText="Refunding"
        action={samePlace(paths.orderRefund(order.id), search)}
      >
        <input type="hidden" name="version" value={versionToPost(lastResult, order.version)} />
        <input type="hidden" name="requestKey" value={String(typed.requestKey ?? requestKey)} />
        <NumberField
          label="Amount"
          name="amount"
          prefix="$"
          decimals
          required
          hint={`The full remaining amount, unless you change it: ${formatCents(order.left)}`}
          defaultValue={amount}
          onInput={(event: FormEvent<HTMLInputElement>) => setAmount(event.currentTarget.value)}
          errors={errors.amount ?? undefined}
        />
        <TextAreaField
          label="Reason"
          name="reason"
          rows={3}
          limit={2_000}
          required
          hint="Only your team sees this"
          defaultValue={typeof typed.reason === "string" ? typed.reason : undefined}
          errors={errors.reason ?? undefined}
        />
        {order.links.length > 0 ? (
          <RefundedLinks
            links={order.links}
            ticked={[typed.placementIds ?? []].flat().map(String)}
            errors={errors.placementIds ?? undefined}
          />
        ) : null}
      </ConfirmForm>
    </RouteDialog>
  );
}

interface RefundedLinksProps {
  links: OrderRefund["links"];
  ticked: readonly string[];
  errors?: string[] | undefined;
}

/** The links that the money is for. Without a tick the portal takes the latest that have not started. */
function RefundedLinks({ links, ticked, errors }: RefundedLinksProps) {
  return (
    <details open={ticked.length > 0 || errors !== undefined}>
      <summary>Choose the links it is for</summary>
      <Field
        name="placementIds"
        label="Links"
        hint="Without a tick: the latest that have not started, as many as the amount covers."
        errors={errors}
        group
      >
        {(control) => (
          <div className="choices refund-links">
            {links.map((link) => (
              <label key={link.id} className="choice">
                <input type="checkbox" name={control.name} value={link.id} defaultChecked={ticked.includes(link.id)} />
                <span>
                  {link.number} <span className="number">{formatCents(link.share)}</span>
                  <span className="choice-hint">
                    {placementStateLabel(link.state)}
                    {link.targetUrl ? ` · ${link.targetUrl}` : ""}
                  </span>
                </span>
              </label>
            ))}
          </div>
        )}
      </Field>
    </details>
  );
}

function paidSoFar({ total, refunded, underWay }: OrderRefund) {
  const before = [
    ...(refunded > 0 ? [`${formatCents(refunded)} already refunded`] : []),
    ...(underWay > 0 ? [`${formatCents(underWay)} refund pending`] : []),
  ];
  return `${formatCents(total)} was paid${before.length > 0 ? `; ${before.join(", ")}` : ""}.`;
}

function consequencesOf({ left, byCard, status, subscription, links }: OrderRefund, amount: number | null) {
  const possible = amount !== null && amount > 0 && amount <= left ? amount : null;
  return [
    possible === null
      ? `You can refund up to ${formatCents(left)}.`
      : `${formatCents(possible)} will be refunded. ${formatCents(left - possible)} stays paid.`,
    byCard
      ? "The refund goes to the card that paid."
      : "This order was paid outside the portal. The refund is only recorded here, so send the money yourself.",
    `The order stays ${orderStatusLabel(status)}${subscription ? ", and its subscription continues" : ""}.`,
    ...(links.length > 0 ? ["Open links that it is for are canceled when the refund succeeds."] : []),
    "We notify the client by email too. Revenue includes the refund from today.",
  ];
}
