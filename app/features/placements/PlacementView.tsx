import type { PlacementDetails } from "~/domain/placements/placementDetails";
import { useZone, useZones } from "~/features/frame/useZone";
import { formatDay } from "~/format/dates";
import type { Zones } from "~/format/zones";
import { paths } from "~/paths";
import { RichText } from "~/richtext/RichText";
import { Card } from "~/ui/card/Card";
import { type Fact, Facts } from "~/ui/card/Facts";
import { Alert } from "~/ui/feedback/Alert";
import { LinkButton } from "~/ui/form/LinkButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { AnswerForm } from "./AnswerForm";
import { ClaimCard, type LinkClaims } from "./ClaimCard";
import { LinkHealth } from "./LinkHealth";
import { OutsideLink } from "./OutsideLink";
import { PlacementForm, takesDetails } from "./PlacementForm";
import { PlacementHistory } from "./PlacementHistory";
import { PlacementStatus } from "./PlacementStatus";
import type { PlacementFormAnswer } from "./placementForms";
import { clockText, metricsText } from "./placementTexts";
import { StaffSteps } from "./StaffSteps";

interface PlacementViewProps extends LinkClaims {
  link: PlacementDetails;
  assignees: readonly { id: string; name: string }[];
  /** ms UTC. */
  now: number;
  posted?: PlacementFormAnswer;
}

/** One link: what to do next, its details, and what is known of it. */
export function PlacementView({ link, assignees, now, posted, ...guarantee }: PlacementViewProps) {
  const zones = useZones();
  const { staff } = link;
  const asked = !staff && (link.state === "site_review" || link.state === "content_review");
  const details = posted?.intent ? undefined : posted;
  return (
    <>
      <PageHeader
        back={{ href: paths.orderPlacements(link.orderId), label: `Order ${link.orderNumber}` }}
        title={`Link ${link.number}`}
        badge={<PlacementStatus state={link.state} />}
        help={`${link.serviceName}, ${link.packageName}`}
        action={
          <LinkButton to={paths.orderMessageAbout(link.orderId, link.number)}>
            Write a message about this link
          </LinkButton>
        }
      />
      <div className="with-panel">
        <div className="stack">
          {asked ? (
            <Card title={link.state === "site_review" ? "Approve the site" : "Approve the content"}>
              <Proposal link={link} />
              <AnswerForm key={link.version} link={link} posted={posted?.intent === "answer" ? posted : undefined} />
            </Card>
          ) : null}
          {staff && (link.state === "site_review" || link.state === "content_review") ? (
            <Alert tone="info" title="The client is asked to approve">
              <Proposal link={link} />
            </Alert>
          ) : null}
          {!staff && link.state === "needs_input" ? (
            <Alert tone="warning" title="We need the page for this link">
              Give us its address, or let us choose the page. We start then.
            </Alert>
          ) : null}
          {staff || takesDetails(link) ? (
            <Card title="Details">
              <PlacementForm
                // A saved link resets the form. A refused one keeps what was typed.
                key={String(details?.result?.initialValue?.version ?? link.version)}
                link={link}
                assignees={assignees}
                posted={details}
              />
              {takesDetails(link) ? null : <Written link={link} />}
            </Card>
          ) : (
            <Card title="Details">
              <Written link={link} />
            </Card>
          )}
          <ClaimCard link={link} {...guarantee} now={now} posted={posted} />
          {staff ? <StaffSteps key={link.version} link={link} posted={posted} /> : null}
        </div>
        <aside className="stack" aria-label="Link information">
          <Card title="This link">
            <Facts facts={factsOf(link, now, zones)} />
          </Card>
          <Card title="Terms">
            <Facts facts={termFacts(link)} />
          </Card>
          <PlacementHistory events={link.history} />
        </aside>
      </div>
    </>
  );
}

function Proposal({ link }: { link: PlacementDetails }) {
  const zone = useZone();
  if (link.state === "site_review")
    return (
      <Facts
        facts={[
          { label: "Site", literal: true, value: link.siteDomain },
          { label: "Figures", value: siteFigures(link, zone) },
          ...(link.samplePage ? [{ label: "Sample page", value: <OutsideLink href={link.samplePage} /> }] : []),
        ]}
      />
    );
  return (
    <>
      {link.contentUrl ? (
        <p>
          <OutsideLink href={link.contentUrl} />
        </p>
      ) : null}
      {link.contentFileUrl ? (
        <p>
          <a href={link.contentFileUrl}>Open the file</a>
        </p>
      ) : null}
      {link.content ? <RichText html={link.content} /> : null}
    </>
  );
}

function Written({ link }: { link: PlacementDetails }) {
  return (
    <>
      <Facts
        facts={[
          {
            label: "Target URL",
            value: link.targetUrl ? (
              <OutsideLink href={link.targetUrl} />
            ) : link.agencyChooses ? (
              "We choose the page"
            ) : (
              ""
            ),
          },
          { label: "Anchor text", value: link.anchorText },
          { label: "Client reference", value: link.clientReference },
        ].filter(({ value }) => value !== "")}
      />
      {link.briefSource ? <RichText html={link.brief} /> : null}
    </>
  );
}

const siteFigures = (link: PlacementDetails, zone: string) =>
  [
    metricsText(link),
    link.metricsSource && `by ${link.metricsSource}`,
    link.metricsAt && formatDay(link.metricsAt, zone),
  ]
    .filter(Boolean)
    .join(", ") || "Not measured";

function factsOf(link: PlacementDetails, now: number, zones: Zones): Fact[] {
  const { zone } = zones;
  const { staff } = link;
  const clock = clockText(link, staff !== undefined, now, zones);
  return [
    { label: "State", value: <PlacementStatus state={link.state} /> },
    ...(clock ? [{ label: "Delivery", value: clock }] : []),
    ...(link.siteDomain ? [{ label: "Site", literal: true, value: link.siteDomain }] : []),
    ...(link.siteDomain ? [{ label: "Figures", value: siteFigures(link, zone) }] : []),
    ...(link.liveUrl ? [{ label: "Live link", value: <OutsideLink href={link.liveUrl} /> }] : []),
    ...(link.liveUrl ? [{ label: "Health", value: <HealthFact link={link} /> }] : []),
    ...(link.guaranteeUntil ? [{ label: "Guaranteed until", value: formatDay(link.guaranteeUntil, zone) }] : []),
    ...(staff
      ? [{ label: "Client", literal: true, value: <a href={paths.client(staff.clientId)}>{staff.clientName}</a> }]
      : []),
    ...(staff ? [{ label: "Assigned", literal: true, value: staff.assignedTo?.name ?? "Unassigned" }] : []),
  ];
}

const HealthFact = ({ link: { id, health, healthAt } }: { link: PlacementDetails }) => (
  <>
    {health === null ? "Not checked yet" : <LinkHealth health={health} healthAt={healthAt} />}{" "}
    <a href={paths.placementChecks(id)}>All checks</a>
  </>
);

function termFacts({ terms }: PlacementDetails): Fact[] {
  const hours = terms.silentApprovalHours;
  const approvals = [terms.approveSite && "site", terms.approveContent && "content"].filter(Boolean).join(" and ");
  return [
    { label: "Delivery", value: `${terms.turnaroundDays} working days` },
    {
      label: "Guarantee",
      value:
        terms.guaranteeDays === 0
          ? "None"
          : `${terms.guaranteeDays} days: a repair or a replacement${terms.remedy === "refund" ? ", else a refund" : ""}`,
    },
    ...(terms.minDr === null ? [] : [{ label: "Domain Rating", value: `At least ${terms.minDr}` }]),
    ...(terms.relWanted === "follow" ? [{ label: "Kind", value: "Follow link" }] : []),
    ...(approvals
      ? [{ label: "Approval", value: `Of the ${approvals}${hours > 0 ? `, within ${hours} hours` : ""}` }]
      : []),
  ];
}
