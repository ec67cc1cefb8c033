import { type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import { CreativeForm as Schema } from "~/domain/creatives/creativeInput";
import { type CreativeStatus, creativeStatuses } from "~/domain/creatives/creativeStates";
import { dayOfEnd } from "~/domain/days";
import type { ShownFile } from "~/domain/uploads/shownFile";
import { useAgencyZone } from "~/features/frame/useZone";
import { acceptAttribute, uploadHint } from "~/files/uploadKinds";
import { zoneWords } from "~/format/zones";
import { paths } from "~/paths";
import { ExpiryField } from "~/ui/form/ExpiryField";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { choiceProps, fieldProps, toErrorSummaryItem } from "~/ui/form/fieldProps";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { parseForm } from "~/ui/form/parseForm";
import { SelectField } from "~/ui/form/SelectField";
import { filesOf, StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { UploadField } from "~/ui/form/UploadField";
import { uploadFormProps } from "~/ui/form/uploadFormProps";

export interface EditableCreative {
  id: string;
  version: number;
  name: string;
  description: string;
  url: string;
  creativeStatus: CreativeStatus;
  /** ms UTC. */
  validUntil: number;
  file: ShownFile | null;
}

interface CreativeFormProps {
  /** Null while it is being written. */
  creative: EditableCreative | null;
  /** The answer to a post that did not go through. */
  posted?: FileFormAnswer;
}

/** Everything about a creative. */
export function CreativeForm({ creative, posted }: CreativeFormProps) {
  const zone = useAgencyZone();
  const lastResult = posted?.result;
  const stored = {
    name: creative?.name,
    description: creative?.description,
    url: creative?.url,
    creativeStatus: creative?.creativeStatus,
    validUntil: creative ? dayOfEnd(creative.validUntil, zone) : undefined,
    uploadKey: creative?.file?.key,
  };
  const [form, fields] = useForm<z.input<typeof Schema>, z.output<typeof Schema>>({
    id: "creative",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: stored,
    onValidate: ({ formData }) => parseForm(formData, Schema),
  });
  const file = lastResult ? lastResult.initialValue?.uploadKey : creative?.file?.key;
  const named = [
    toErrorSummaryItem("Title", fields.name),
    toErrorSummaryItem("Description", fields.description),
    toErrorSummaryItem("Validity", fields.validUntil),
    toErrorSummaryItem("URL", fields.url),
    toErrorSummaryItem("Status", fields.creativeStatus),
    {
      ...toErrorSummaryItem("Document or image", fields.uploadKey),
      options: filesOf(posted?.files, creative?.file),
    },
  ];
  return (
    <Form className="form creative-form" {...uploadFormProps(form)}>
      <FormErrors errors={form.errors} fields={named} />
      <StaleFields lastResult={lastResult} stored={stored} version={creative?.version} fields={named} />
      {creative ? (
        <input type="hidden" name="version" value={String(lastResult?.initialValue?.version ?? creative.version)} />
      ) : null}
      <TextField label="Title" {...fieldProps(fields.name)} required autoComplete="off" />
      <TextAreaField label="Description" {...fieldProps(fields.description)} limit={5_000} required={false} rows={5} />
      <div className="form-columns">
        <ExpiryField
          lastResult={lastResult}
          shown={stored.validUntil}
          label="Validity"
          hint={`Until the end of this day, ${zoneWords(zone)}`}
          {...choiceProps(fields.validUntil)}
          required
        />
        <TextField
          label="URL"
          hint="Where it leads"
          {...fieldProps(fields.url)}
          required
          type="url"
          placeholder="https://"
        />
      </div>
      <SelectField
        label="Status"
        hint="Affiliates do not see INACTIVE creatives"
        {...choiceProps(fields.creativeStatus)}
        required
        emptyLabel="Choose a status"
        options={creativeStatuses.map((value) => ({ value, label: value }))}
      />
      <UploadField
        label="Document or image"
        {...choiceProps(fields.uploadKey)}
        required={false}
        hint={`Optional. ${uploadHint("creativeFile")}`}
        accept={acceptAttribute("creativeFile")}
        upload={{ action: paths.uploads(), kind: "creativeFile" }}
        received={[...(posted?.files ?? []), ...(creative?.file ? [creative.file] : [])].find(
          ({ key }) => key === file,
        )}
      />
      {creative?.file ? (
        <p>
          <a href={creative.file.url}>Open {creative.file.name}</a>
        </p>
      ) : null}
      <div className="form-actions">
        <LinkButton to={paths.creatives()}>Cancel</LinkButton>
        <SubmitButton pendingText="Saving">Save</SubmitButton>
      </div>
    </Form>
  );
}
