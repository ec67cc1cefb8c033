import { type ClaimDecision, isOpenClaim, takesDecision } from "~/domain/claims/claimStates";
import type { ClaimListRow } from "~/domain/claims/findClaims";
import type { PlacementDetails } from "~/domain/placements/placementDetails";
import { verdictLabel } from "~/domain/verdicts";
import { ClaimStatus } from "~/features/claims/ClaimStatus";
import { deadlineText, nextText, openerLabel, shownState } from "~/features/claims/claimTexts";
import { useAgencyZone, useZone } from "~/features/frame/useZone";
import { formatDay } from "~/format/dates";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Facts } from "~/ui/card/Facts";
import type { ButtonLook } from "~/ui/form/buttonClass";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { formFields, type PlacementFormAnswer } from "./placementForms";

/** The link's claims and which decisions their reader may make. */
export interface LinkClaims {
  /** Newest first. */
  claims: readonly ClaimListRow[];
  refunds: boolean;
  rejects: boolean;
}

interface ClaimCardProps extends LinkClaims {
  link: PlacementDetails;
  /** ms UTC. */
  now: number;
  posted?: PlacementFormAnswer;
}

/** The guarantee of a link: its claims, what staff decide about the open one, and the report that it is gone. */
export function ClaimCard({ link, claims, now, posted, ...rights }: ClaimCardProps) {
  const open = claims.find((claim) => isOpenClaim(claim.state));
  const covered = link.state === "live" && link.guaranteeUntil !== null && now <= link.guaranteeUntil;
  if (claims.length === 0 && !covered) return null;
  const staff = link.staff !== undefined;
  return (
    <Card title="Guarantee">
      {open ? <Claim claim={open} staff={staff} /> : null}
      {open && staff && !open.replacementLive ? (
        <DecisionForm
          key={`${open.id}-${open.version}`}
          link={link}
          claim={open}
          {...rights}
          posted={posted?.intent === "decide" ? posted : undefined}
        />
      ) : null}
      {covered && !open ? (
        <ReportForm link={link} staff={staff} posted={posted?.intent === "claim" ? posted : undefined} />
      ) : null}
      {claims
        .filter((claim) => claim !== open)
        .map((claim) => (
          <Claim key={claim.id} claim={claim} staff={staff} />
        ))}
    </Card>
  );
}

function Claim({ claim, staff }: { claim: ClaimListRow; staff: boolean }) {
  const zone = useZone();
  const agencyZone = useAgencyZone();
  const deadline = deadlineText(claim, agencyZone);
  return (
    <section className="stack" aria-label={`Claim of ${formatDay(claim.createdAt, zone)}`}>
      <Facts
        facts={[
          { label: "Claim", value: <ClaimStatus state={shownState(claim)} /> },
          { label: "Opened", value: `${formatDay(claim.createdAt, zone)}, ${openerLabel(claim.openedBy, staff)}` },
          { label: "Found", value: verdictLabel(claim.verdict) },
          ...(deadline ? [{ label: "Deadline", value: deadline }] : []),
          ...(claim.replacementId
            ? [
                {
                  label: "Replacement",
                  value: <a href={paths.placement(claim.replacementId)}>{`Link ${claim.replacementNumber}`}</a>,
                },
              ]
            : []),
          ...(claim.reason ? [{ label: claim.state === "rejected" ? "Reason" : "Report", value: claim.reason }] : []),
          ...(claim.staff?.note ? [{ label: "Internal note", value: claim.staff.note }] : []),
        ]}
      />
      <p className="muted">{nextText(claim, staff, agencyZone)}</p>
    </section>
  );
}

interface ReportFormProps {
  link: PlacementDetails;
  staff: boolean;
  posted: PlacementFormAnswer | undefined;
}

function ReportForm({ link, staff, posted }: ReportFormProps) {
  const zone = useZone();
  const reason = formFields("claim", posted)("reason");
  return (
    <Form
      method="post"
      action={`${paths.placement(link.id)}?intent=claim`}
      className="form"
      id="claim"
      preventScrollReset
      noValidate
    >
      <FormErrors
        id="claim-errors"
        errors={posted?.result?.error?.[""] ?? undefined}
        fields={[{ label: "What happened", ...reason }]}
      />
      <p>
        Guaranteed until {formatDay(link.guaranteeUntil, zone)}. If the link is gone, we look at the page immediately
        and {staff ? "open a claim" : "repair or replace it"}.
      </p>
      <TextAreaField label="What happened" hint="Optional" rows={2} limit={2000} {...reason} />
      <div className="form-actions">
        <SubmitButton variant="outline" pendingText="Looking at the page">
          This link is gone
        </SubmitButton>
      </div>
    </Form>
  );
}

const buttons: { decision: ClaimDecision; label: string; variant?: ButtonLook["variant"] }[] = [
  { decision: "confirm", label: "Confirm the loss", variant: "solid" },
  { decision: "repair", label: "Repair requested" },
  { decision: "replace", label: "Begin replacement" },
  { decision: "refund", label: "Refund its share", variant: "danger" },
  { decision: "reject", label: "Reject claim" },
];

interface DecisionFormProps extends Pick<LinkClaims, "refunds" | "rejects"> {
  link: PlacementDetails;
  claim: ClaimListRow;
  posted: PlacementFormAnswer | undefined;
}

function DecisionForm({ link, claim, refunds, rejects, posted }: DecisionFormProps) {
  const reason = formFields("decide", posted)("reason");
  const offered = buttons.filter(
    ({ decision }) =>
      takesDecision(claim.state, decision) && (refunds || decision !== "refund") && (rejects || decision !== "reject"),
  );
  if (offered.length === 0)
    return claim.state === "replacing" ? <p className="muted">Admins can refund it instead.</p> : null;
  return (
    <Form
      method="post"
      action={`${paths.placement(link.id)}?intent=decide`}
      className="form"
      id="decide"
      preventScrollReset
      noValidate
    >
      <FormErrors
        id="decide-errors"
        errors={posted?.result?.error?.[""] ?? undefined}
        fields={[{ label: "Reason", ...reason }]}
      />
      <input type="hidden" name="claimId" value={claim.id} />
      <input type="hidden" name="version" value={claim.version} />
      <TextAreaField
        label="Reason"
        hint={rejects ? "The client reads why you reject. Other reasons stay in your team." : "Stays in your team"}
        rows={2}
        limit={2000}
        {...reason}
      />
      <div className="form-actions">
        {offered.map(({ decision, label, variant = "outline" }) => (
          <SubmitButton key={decision} variant={variant} name="decision" value={decision} pendingText="Saving">
            {label}
          </SubmitButton>
        ))}
      </div>
    </Form>
  );
}
