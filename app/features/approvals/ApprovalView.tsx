import type { Approval } from "~/domain/placements/approvalPage";
import { placementStateLabel } from "~/domain/placements/placementStates";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime, formatLongDate } from "~/format/dates";
import { formatFileSize } from "~/format/fileSize";
import { formatNumber } from "~/format/numbers";
import { zoneWords } from "~/format/zones";
import { paths } from "~/paths";
import { RichText } from "~/richtext/RichText";
import type { SafeHtml } from "~/richtext/renderRichText";
import { Card } from "~/ui/card/Card";
import { type Fact, Facts } from "~/ui/card/Facts";
import { Alert } from "~/ui/feedback/Alert";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { PageHeader } from "~/ui/layout/PageHeader";
import { ApprovalForm } from "./ApprovalForm";

interface ApprovalViewProps {
  token: string;
  /** As JSON brings it: branded HTML is a plain string. */
  approval: Omit<Approval, "content"> & {
    content: (Omit<NonNullable<Approval["content"]>, "html"> & { html: string }) | null;
  };
  answer: FormAnswer<{ answer: string; reason: string }> | undefined;
}

/** What staff propose for one link, and the client's answer to it (rules.md placements/approval). */
export function ApprovalView({ token, approval, answer }: ApprovalViewProps) {
  const zone = useZone();
  const { number, serviceName, subject, waiting, answerBy, content } = approval;
  return (
    <>
      <PageHeader title={waiting ? `Approve the ${subject} for link ${number}` : `Link ${number}`} help={serviceName} />
      {waiting ? null : (
        <div className="page-notice">
          <Answered approval={approval} />
        </div>
      )}
      <div className={waiting || content || approval.site ? "with-panel" : "narrow"}>
        <div className="stack">
          {content ? <Content token={token} content={content} /> : null}
          {subject === "site" && approval.site ? (
            <Card title="Proposed site">
              <Facts facts={siteFacts(approval)} />
            </Card>
          ) : null}
          {waiting ? (
            <Card title="Your answer">
              {answerBy === null ? null : (
                <p>
                  If you do not answer by {formatDateTime(answerBy, zone)} {zoneWords(zone)}, we continue as if you had
                  accepted it.
                </p>
              )}
              <ApprovalForm token={token} answer={answer} />
            </Card>
          ) : null}
        </div>
        <div className="stack">
          <Card title="Your link">
            <Facts facts={linkFacts(approval)} />
          </Card>
          {subject === "content" && approval.site ? (
            <Card title="Site">
              <Facts facts={siteFacts(approval)} />
            </Card>
          ) : null}
        </div>
      </div>
    </>
  );
}

/** The state of a link that was used, and what happened since. */
function Answered({ approval }: Pick<ApprovalViewProps, "approval">) {
  const zone = useZone();
  const { answer, subject, state, liveUrl } = approval;
  const thing = `this ${subject === "site" ? "site" : "content"}`;
  const title =
    answer === null
      ? `This ${subject} no longer waits for your answer`
      : answer.kind === "accepted"
        ? `You accepted ${thing} on ${formatLongDate(answer.at, zone)}`
        : answer.kind === "declined"
          ? `You declined ${thing} on ${formatLongDate(answer.at, zone)}`
          : `You did not answer, so we continued with ${thing} on ${formatLongDate(answer.at, zone)}`;
  return (
    <Alert tone={answer?.kind === "accepted" ? "success" : "neutral"} title={title}>
      {answer?.site ? <p>Site: {answer.site}</p> : null}
      {answer?.reason ? <p className="typed-text">{answer.reason}</p> : null}
      {liveUrl ? (
        <p>
          The link is live: <WebLink href={liveUrl} />
        </p>
      ) : (
        <p>The link is now: {placementStateLabel(state)}</p>
      )}
    </Alert>
  );
}

function Content({
  token,
  content: { url, html, file },
}: {
  token: string;
  content: NonNullable<ApprovalViewProps["approval"]["content"]>;
}) {
  return (
    <Card title="Content">
      {html ? <RichText html={html as SafeHtml} /> : null}
      {url ? <WebLink href={url} /> : null}
      {file ? (
        <p>
          <a href={paths.approvalFile(token)} target="_blank" rel="noreferrer">
            {file.name}
          </a>{" "}
          <span className="muted">{formatFileSize(file.size)}</span>
        </p>
      ) : null}
    </Card>
  );
}

/** Long addresses break anywhere. The token of this page must not reach the other site. */
const WebLink = ({ href }: { href: string }) => (
  <a className="web-link" href={href} target="_blank" rel="noreferrer">
    {href}
  </a>
);

const fact = (label: string, value: Fact["value"]): Fact[] =>
  value === "" || value === null ? [] : [{ label, value }];
const count = (value: number | null) => (value === null ? null : formatNumber(value));

function siteFacts({ site, samplePage }: ApprovalViewProps["approval"]): Fact[] {
  if (!site) return [];
  return [
    { label: "Site", value: site.domain },
    ...fact("Domain Rating", count(site.dr)),
    ...fact("Domain Authority", count(site.da)),
    ...fact("Visits a month", count(site.traffic)),
    ...fact("Measured by", site.source),
    ...fact("Sample page", samplePage ? <WebLink href={samplePage} /> : null),
  ];
}

const linkFacts = (approval: ApprovalViewProps["approval"]): Fact[] => [
  {
    label: "Target page",
    value: approval.agencyChooses ? (
      "We choose the page for you"
    ) : approval.targetUrl ? (
      <WebLink href={approval.targetUrl} />
    ) : (
      "N/A"
    ),
  },
  ...fact("Anchor text", approval.anchorText),
  ...fact("Your reference", approval.clientReference),
];
