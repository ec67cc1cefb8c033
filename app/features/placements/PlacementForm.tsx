import { dayOf } from "~/domain/days";
import type { PlacementDetails } from "~/domain/placements/placementDetails";
import { editableStates, isIn, openStates } from "~/domain/placements/placementStates";
import { useAgencyZone } from "~/features/frame/useZone";
import { NONE } from "~/list/listFromUrl";
import { paths } from "~/paths";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { DateField } from "~/ui/form/DateField";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { RichTextField } from "~/ui/form/RichTextField";
import { SelectField } from "~/ui/form/SelectField";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { formFields, type PlacementFormAnswer } from "./placementForms";

interface PlacementFormProps {
  link: PlacementDetails;
  assignees: readonly { id: string; name: string }[];
  posted?: PlacementFormAnswer;
}

/** True while this reader can change what the client wrote. */
export const takesDetails = ({ state, staff }: Pick<PlacementDetails, "state" | "staff">) =>
  isIn(staff ? openStates : editableStates, state);

/**
 * A link's details, and for staff its plan. Validated only on the server, because customers load this page too
 * (rules.md speed/scripts).
 */
export function PlacementForm({ link, assignees, posted }: PlacementFormProps) {
  const zone = useAgencyZone();
  const { staff } = link;
  const field = formFields("link", posted);
  const typed = posted?.result?.initialValue;
  const stored = {
    targetUrl: link.targetUrl,
    agencyChooses: link.agencyChooses,
    anchorText: link.anchorText,
    clientReference: link.clientReference,
    brief: link.briefSource,
    ...(staff ? { ...planOf(link, zone), staffNote: staff.staffNote } : {}),
  };
  const target = field("targetUrl", stored.targetUrl);
  const anchor = field("anchorText", stored.anchorText);
  const reference = field("clientReference", stored.clientReference);
  const brief = field("brief", stored.brief);
  const chooses = field("agencyChooses");
  const plan = staff ? planOf(link, zone) : null;
  const assigned = field("assignedToId", plan?.assignedToId);
  const due = field("dueAt", plan?.dueAt);
  const starts = field("startsOn", plan?.startsOn);
  const note = field("staffNote", staff?.staffNote);
  const people = [
    { value: NONE, label: "Unassigned" },
    ...assignees.map(({ id, name }) => ({ value: id, label: name })),
    ...(staff?.assignedTo && !assignees.some(({ id }) => id === staff.assignedTo?.id)
      ? [{ value: staff.assignedTo.id, label: `${staff.assignedTo.name} (left the team)` }]
      : []),
  ];
  const details = takesDetails(link)
    ? [
        { label: "Target URL", ...target },
        { label: "Choose the page for me", ...chooses },
        { label: "Anchor text", ...anchor },
        { label: "Client reference", ...reference },
        { label: "Brief", ...brief },
      ]
    : [];
  const planned = staff
    ? [
        { label: "Assigned", ...assigned, options: people },
        { label: "Due", ...due },
        { label: "Starts on", ...starts },
        { label: "Internal note", ...note },
      ]
    : [];
  return (
    <Form method="post" action={paths.placement(link.id)} className="form" id="link" preventScrollReset noValidate>
      <FormErrors
        id="link-errors"
        errors={posted?.result?.error?.[""] ?? undefined}
        fields={[...details, ...planned]}
      />
      <StaleFields
        lastResult={posted?.result}
        stored={stored}
        version={link.version}
        fields={[...details, ...planned]}
      />
      <input type="hidden" name="version" value={String(typed?.version ?? link.version)} />
      {details.length > 0 ? (
        <>
          <TextField
            label="Target URL"
            hint="The page that the link leads to"
            type="url"
            inputMode="url"
            placeholder="https://"
            autoComplete="off"
            {...target}
          />
          <CheckboxField
            label={staff ? "The client lets us choose the page" : "Choose the page for me"}
            id={chooses.id}
            name={chooses.name}
            errors={chooses.errors}
            defaultChecked={typed ? String(typed.agencyChooses) === "on" : link.agencyChooses}
          />
          <TextField label="Anchor text" hint="The words of the link, in any language" autoComplete="off" {...anchor} />
          <TextField
            label="Client reference"
            hint="Your own client or project, if you resell"
            autoComplete="off"
            {...reference}
          />
          <RichTextField
            label="Brief"
            rows={4}
            formatted={link.briefSource ? { [link.briefSource]: link.brief } : undefined}
            {...brief}
          />
        </>
      ) : null}
      {staff ? (
        <>
          <SelectField label="Assigned" {...assigned} options={people} />
          <div className="form-columns">
            <DateField label="Due" {...due} />
            <DateField label="Starts on" {...starts} />
          </div>
          <TextAreaField label="Internal note" hint="Only your team sees this" rows={3} {...note} />
        </>
      ) : null}
      <div className="form-actions">
        <SubmitButton pendingText="Saving">Save</SubmitButton>
      </div>
    </Form>
  );
}

const planOf = ({ staff, dueAt, startsOn }: PlacementDetails, zone: string) => ({
  assignedToId: staff?.assignedTo?.id ?? NONE,
  dueAt: dueAt === null ? "" : dayOf(dueAt, zone),
  startsOn: startsOn === null ? "" : dayOf(startsOn, zone),
});
