import type { CheckedLinkPage, LinkCheck } from "~/domain/placements/linkChecks";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { paths } from "~/paths";
import { Form } from "~/ui/form/Form";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";
import { ShowEarlier } from "~/ui/list/ShowEarlier";
import { VerdictDot } from "./LinkHealth";
import { OutsideLink } from "./OutsideLink";
import type { PlacementFormAnswer } from "./placementForms";
import { SightForm } from "./SightForm";

interface ChecksViewProps extends CheckedLinkPage {
  staff: boolean;
  /** Older checks than the newest are shown. */
  later: boolean;
  /** ms UTC. */
  now: number;
  posted?: PlacementFormAnswer;
}

/** Every look at a live link, newest first, each with what was read. */
export function ChecksView({ link, checks, before, staff, later, now, posted }: ChecksViewProps) {
  const zone = useZone();
  const href = paths.placementChecks(link.id);
  const next = link.nextCheckAt;
  return (
    <div className="stack">
      <PageHeader
        title={`Checks of link ${link.number}`}
        help={
          next === null
            ? "This link is not checked any more."
            : next <= now
              ? "The next check is made within five minutes."
              : `The next check is due ${formatDateTime(next, zone)}.`
        }
        back={{ href: paths.placement(link.id), label: `Link ${link.number}` }}
        action={
          staff && next !== null && next > now ? (
            <Form method="post">
              <SubmitButton pendingText="Asking">Check now</SubmitButton>
            </Form>
          ) : null
        }
      />
      {link.liveUrl ? (
        <p>
          <OutsideLink href={link.liveUrl} />
        </p>
      ) : null}
      {checks.length === 0 ? (
        <EmptyState
          title="Not checked yet"
          text="Each check of the live page appears here, with what was found."
          action={null}
        />
      ) : (
        <DataTable
          caption="Checks"
          columns={[
            { key: "at", label: "Checked", nowrap: true },
            { key: "verdict", label: "Found", nowrap: true },
            { key: "answer", label: "Answer" },
            { key: "link", label: "Link on the page" },
            { key: "evidence", label: "Evidence", nowrap: true },
          ]}
          rows={checks.map((check) => ({
            key: check.id,
            cells: {
              at: formatDateTime(check.at, zone),
              verdict: <VerdictDot verdict={check.verdict} />,
              answer: answerText(check, link.liveUrl),
              link: linkText(check),
              evidence: check.evidence ? (
                <a href={paths.checkEvidence(link.id, check.id)}>
                  Read<span className="visually-hidden"> the evidence of {formatDateTime(check.at, zone)}</span>
                </a>
              ) : (
                "–"
              ),
            },
          }))}
        />
      )}
      {staff && next !== null ? (
        <details className="card checks-sight" open={posted?.result !== undefined}>
          <summary>Record what you saw</summary>
          {/* A recorded sight empties the form. */}
          <SightForm key={checks[0]?.id} linkId={link.id} posted={posted} />
        </details>
      ) : null}
      <ShowEarlier noun="checks" earlier={before && `${href}?before=${before}`} newest={later ? href : null} />
    </div>
  );
}

/** 'Status 200 in 340 ms', with the address where the page answered when it is another one. */
function answerText({ status, ms, finalUrl, seenBy, note }: LinkCheck, liveUrl: string) {
  if (seenBy) return [`Seen by ${seenBy}`, note].filter(Boolean).join(": ");
  return (
    <>
      {status === null ? "No answer" : `Status ${status}`} in {ms} ms
      {finalUrl && finalUrl !== liveUrl ? (
        <span className="cell-note">
          at <OutsideLink href={finalUrl} />
        </span>
      ) : null}
    </>
  );
}

function linkText({ anchor, rel }: LinkCheck) {
  const words = [anchor && `“${anchor}”`, rel && `rel="${rel}"`].filter(Boolean).join(", ");
  return words || "–";
}
