import type { PlacementDetails } from "~/domain/placements/placementDetails";
import { placementStateLabel } from "~/domain/placements/placementStates";
import { acceptAttribute, uploadHint } from "~/files/uploadKinds";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { NumberField } from "~/ui/form/NumberField";
import { RichTextField } from "~/ui/form/RichTextField";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { UploadField } from "~/ui/form/UploadField";
import { formFields, type PlacementFormAnswer, type PlacementIntent } from "./placementForms";

interface StepProps {
  link: PlacementDetails;
  posted?: PlacementFormAnswer;
}

/** What staff can do next with a link: each step is a form of its own. */
export function StaffSteps({ link, posted }: StepProps) {
  const answerTo = (intent: PlacementIntent) => (posted?.intent === intent ? posted : undefined);
  const proposes = link.state === "ready" && link.reachable.length > 0;
  return (
    <>
      {proposes ? <SiteStep link={link} posted={answerTo("site")} /> : null}
      {link.reachable.includes("content_review") ? <ContentStep link={link} posted={answerTo("content")} /> : null}
      {link.reachable.includes("live") || link.state === "live" ? (
        <LiveStep link={link} posted={answerTo("live")} />
      ) : null}
      {link.nextStates.length > 0 ? <StateStep link={link} posted={answerTo("state")} /> : null}
    </>
  );
}

const errorsOf = (posted: PlacementFormAnswer | undefined) => posted?.result?.error?.[""] ?? undefined;
const actionOf = (link: PlacementDetails, intent: PlacementIntent) => `${paths.placement(link.id)}?intent=${intent}`;

function SiteStep({ link, posted }: StepProps) {
  const field = formFields("site", posted);
  const typed = posted?.result?.initialValue;
  const domain = field("domain");
  const [dr, da, traffic] = [field("dr"), field("da"), field("traffic")];
  const [source, samplePage] = [field("source", link.metricsSource), field("samplePage")];
  const { minDr, approveSite } = link.terms;
  return (
    <Card title="Propose a site">
      {link.declineReason ? <p>Declined before: {link.declineReason}</p> : null}
      <Form method="post" action={actionOf(link, "site")} className="form" id="site" preventScrollReset noValidate>
        <FormErrors
          id="site-errors"
          errors={errorsOf(posted)}
          fields={[
            { label: "Domain", ...domain },
            { label: "DR", ...dr },
            { label: "DA", ...da },
            { label: "Traffic", ...traffic },
            { label: "Source", ...source },
            { label: "Sample page", ...samplePage },
          ]}
        />
        <TextField label="Domain" required autoComplete="off" placeholder="example.com" {...domain} />
        <div className="form-columns link-metrics">
          <NumberField label="DR" hint={minDr === null ? undefined : `At least ${minDr}`} {...dr} />
          <NumberField label="DA" {...da} />
          <NumberField label="Traffic" {...traffic} />
        </div>
        <div className="form-columns">
          <TextField label="Source" placeholder="Ahrefs" {...source} />
          <TextField label="Sample page" type="url" placeholder="https://" autoComplete="off" {...samplePage} />
        </div>
        {approveSite ? (
          <input type="hidden" name="asks" value="on" />
        ) : (
          <CheckboxField
            label="Ask the client to approve"
            id="site-asks"
            name="asks"
            defaultChecked={typed ? String(typed.asks) === "on" : false}
          />
        )}
        <div className="form-actions">
          <SubmitButton pendingText="Saving">{approveSite ? "Propose site" : "Save site"}</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

function ContentStep({ link, posted }: StepProps) {
  const field = formFields("content", posted);
  const [address, file, text] = [field("contentUrl"), field("fileUrl"), field("text")];
  return (
    <Card title="Send content to approve">
      {link.state === "in_progress" && link.declineReason ? <p>The client asked for: {link.declineReason}</p> : null}
      <Form
        method="post"
        encType="multipart/form-data"
        action={actionOf(link, "content")}
        className="form"
        id="content"
        preventScrollReset
        noValidate
      >
        <FormErrors
          id="content-errors"
          errors={errorsOf(posted)}
          fields={[
            { label: "Address", ...address },
            { label: "File", ...file },
            { label: "Text", ...text },
          ]}
        />
        <p className="muted">Give an address, a file or a text.</p>
        <TextField label="Address" type="url" placeholder="https://" autoComplete="off" {...address} />
        <UploadField
          label="File"
          id={file.id}
          name={file.name}
          errors={file.errors}
          hint={uploadHint("orderDetailsFile")}
          accept={acceptAttribute("orderDetailsFile")}
          upload={{ action: paths.uploads(), kind: "orderDetailsFile" }}
          received={posted?.files}
        />
        <RichTextField label="Text" rows={6} {...text} />
        <div className="form-actions">
          <SubmitButton variant="outline" pendingText="Sending">
            Send to the client
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

function LiveStep({ link, posted }: StepProps) {
  const liveUrl = formFields("live", posted)("liveUrl", link.liveUrl);
  const live = link.state === "live";
  return (
    <Card title={live ? "Live address" : "Mark live"}>
      <Form method="post" action={actionOf(link, "live")} className="form" id="live" preventScrollReset noValidate>
        <FormErrors id="live-errors" errors={errorsOf(posted)} fields={[{ label: "Live address", ...liveUrl }]} />
        <TextField
          label="Live address"
          hint={link.siteDomain ? `A page of ${link.siteDomain}` : "The page with the link"}
          type="url"
          placeholder="https://"
          autoComplete="off"
          {...liveUrl}
        />
        <div className="form-actions">
          <SubmitButton variant={live ? "outline" : "solid"} pendingText="Saving">
            {live ? "Correct the address" : "Mark live"}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

function StateStep({ link, posted }: StepProps) {
  const state = formFields("state", posted)("state", link.nextStates[0]);
  return (
    <Card title="Change the state">
      <Form method="post" action={actionOf(link, "state")} className="form" id="state" preventScrollReset unguarded>
        <FormErrors id="state-errors" errors={errorsOf(posted)} fields={[{ label: "State", ...state }]} />
        <SelectField
          label="State"
          {...state}
          options={link.nextStates.map((next) => ({ value: next, label: placementStateLabel(next) }))}
        />
        <div className="form-actions">
          <SubmitButton variant="outline" pendingText="Saving">
            Change state
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
