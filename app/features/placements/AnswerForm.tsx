import type { PlacementDetails } from "~/domain/placements/placementDetails";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { zoneWords } from "~/format/zones";
import { paths } from "~/paths";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { formFields, type PlacementFormAnswer } from "./placementForms";

interface AnswerFormProps {
  link: Pick<PlacementDetails, "id" | "version" | "state" | "siteDomain" | "answerBy">;
  posted?: PlacementFormAnswer;
}

/** The client accepts or declines a site or content; one form, so that declining keeps its reason. */
export function AnswerForm({ link, posted }: AnswerFormProps) {
  const zone = useZone();
  const reason = formFields("answer", posted)("reason");
  const site = link.state === "site_review";
  return (
    <Form
      method="post"
      action={`${paths.placement(link.id)}?intent=answer`}
      className="form"
      id="answer"
      preventScrollReset
      noValidate
    >
      <FormErrors
        id="answer-errors"
        errors={posted?.result?.error?.[""] ?? undefined}
        fields={[{ label: "Reason", ...reason }]}
      />
      <input type="hidden" name="subject" value={site ? "site" : "content"} />
      <input type="hidden" name="version" value={link.version} />
      <TextAreaField
        label="Reason"
        hint={site ? "Only if you decline: tell us what does not fit" : "Only if you decline: tell us what to change"}
        rows={3}
        limit={2000}
        {...reason}
      />
      {link.answerBy === null ? null : (
        <p className="small muted">
          Without an answer by {formatDateTime(link.answerBy, zone)} {zoneWords(zone)} it counts as accepted.
        </p>
      )}
      <div className="form-actions">
        <SubmitButton variant="outline" name="accept" value="no" pendingText="Declining">
          Decline
        </SubmitButton>
        <SubmitButton name="accept" value="yes" pendingText="Accepting">
          Accept
        </SubmitButton>
      </div>
    </Form>
  );
}
