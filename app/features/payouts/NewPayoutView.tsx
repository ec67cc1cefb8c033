import type { SubmissionResult } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import type { PayoutPreview } from "~/domain/payouts/payoutPreview";
import { useAgencyZone } from "~/features/frame/useZone";
import { formatCents } from "~/format/money";
import { zoneWords } from "~/format/zones";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Alert } from "~/ui/feedback/Alert";
import { Button } from "~/ui/form/Button";
import { DateField } from "~/ui/form/DateField";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { NumberField } from "~/ui/form/NumberField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { PageHeader } from "~/ui/layout/PageHeader";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";

interface NewPayoutViewProps {
  /** Chosen commissions; without them a day says which. */
  chosen: readonly string[];
  /** yyyy-MM-dd. */
  until: string;
  untilErrors?: string[];
  /** Dollars, as typed or as the programme says. */
  minimum: string;
  minimumErrors?: string[];
  /** Null while nothing is chosen. */
  preview: PayoutPreview | null;
  requestKey: string;
  lastResult?: SubmissionResult;
}

const leftOutLabels = { minimum: "Below the minimum", nothing: "Nothing to get" };

/** A payout before it is made: what each affiliate gets, and the one step that makes it all PAID. */
export function NewPayoutView(props: NewPayoutViewProps) {
  const zone = useAgencyZone();
  const { chosen, until, untilErrors, minimum, minimumErrors, preview, requestKey, lastResult } = props;
  // Refused, the page comes back at this address: it must still show what was chosen.
  const { search } = useLocation();
  const choice = chosen.map((id) => <input key={id} type="hidden" name="commission" value={id} />);
  const typed = lastResult?.initialValue as { note?: string } | undefined;
  const errors = Object.values(lastResult?.error ?? {}).flatMap((messages) => messages ?? []);
  return (
    <>
      <PageHeader back={{ href: paths.payouts(), label: "Payouts" }} title="New payout" />
      <div className="stack">
        {new URLSearchParams(search).has("all") ? (
          <Alert tone="warning">
            You cannot pay out all commissions of a filter. Choose a day, or select the commissions of a page.
          </Alert>
        ) : null}
        <Card title={chosen.length > 0 ? `${chosen.length} chosen` : "Which commissions"}>
          <Form method="get" action={paths.payoutNew()} className="status-bar" key={`${until} ${minimum}`}>
            {choice}
            {chosen.length > 0 ? null : (
              <DateField
                label="Approved, of orders paid up to"
                name="until"
                defaultValue={until}
                required
                errors={untilErrors}
                hint={`Includes the whole day, ${zoneWords(zone)}`}
              />
            )}
            <NumberField
              label="Minimum in dollars"
              name="minimum"
              decimals
              defaultValue={minimum}
              hint="Leave out affiliates below this amount"
              errors={minimumErrors}
            />
            <Button type="submit" variant="outline">
              Preview
            </Button>
          </Form>
        </Card>
        {minimumErrors || untilErrors ? null : preview === null ? (
          <EmptyState
            title="No commissions chosen"
            text="Select Preview, or select commissions in the list and then Pay Out."
            action={<LinkButton to={paths.commissions()}>Commissions</LinkButton>}
          />
        ) : preview.shares.length === 0 ? (
          <EmptyState
            title="Nothing to pay out"
            text="You can only pay out approved commissions."
            action={<LinkButton to={paths.commissions()}>Commissions</LinkButton>}
          />
        ) : (
          <>
            {preview.more ? <Alert>There are more commissions. You can pay out the rest next.</Alert> : null}
            <DataTable
              caption="Payout per affiliate"
              columns={[
                { key: "name", label: "Affiliate" },
                { key: "lines", label: "Commissions", align: "right" },
                { key: "earned", label: "Earned", align: "right", card: "hidden" },
                { key: "back", label: "Taken back", align: "right", card: "hidden" },
                { key: "total", label: "To pay", align: "right" },
              ]}
              rows={preview.shares.map((share) => ({
                key: share.affiliateId,
                href: paths.client(share.affiliateId),
                cells: {
                  name: share.name,
                  lines: share.lines.length,
                  earned: formatCents(share.earned),
                  back: formatCents(share.takenBack),
                  total: share.leftOut
                    ? `${leftOutLabels[share.leftOut]} (${formatCents(share.total)})`
                    : formatCents(share.total),
                },
              }))}
              footer={{ name: "Total", lines: preview.count, total: formatCents(preview.total) }}
            />
            {preview.count > 0 ? (
              <Card>
                <Form method="post" action={paths.payoutNew() + search} className="form" preventScrollReset>
                  <FormErrors errors={errors} fields={[]} />
                  {choice}
                  <input type="hidden" name="until" value={until} />
                  <input type="hidden" name="minimum" value={minimum} />
                  <input type="hidden" name="total" value={preview.total} />
                  <input type="hidden" name="requestKey" value={requestKey} />
                  <TextField
                    label="Note"
                    name="note"
                    autoComplete="off"
                    defaultValue={typed?.note ?? ""}
                    hint="For your team, such as the transfer number"
                  />
                  <p className="small">
                    Marks {preview.count === 1 ? "1 commission" : `${preview.count} commissions`} as PAID. Send the
                    money outside the portal.
                  </p>
                  <div className="form-actions">
                    <SubmitButton pendingText="Paying out">Pay out {formatCents(preview.total)}</SubmitButton>
                  </div>
                </Form>
              </Card>
            ) : null}
          </>
        )}
      </div>
    </>
  );
}
