import { type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import { AnnouncementForm as Schema } from "~/domain/announcements/announcementInput";
import { type AnnouncementAudience, announcementAudiences, audienceLabel } from "~/domain/announcements/audiences";
import { dayOf, dayOfEnd } from "~/domain/days";
import type { ShownFile } from "~/domain/uploads/shownFile";
import { useAgencyZone } from "~/features/frame/useZone";
import { acceptAttribute, uploadHint } from "~/files/uploadKinds";
import { zoneWords } from "~/format/zones";
import { paths } from "~/paths";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { DateField } from "~/ui/form/DateField";
import { ExpiryField } from "~/ui/form/ExpiryField";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { checkboxProps, choiceProps, fieldProps, multiSelectProps, toErrorSummaryItem } from "~/ui/form/fieldProps";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { MultiSelectField } from "~/ui/form/MultiSelectField";
import { parseForm } from "~/ui/form/parseForm";
import { RadioGroupField } from "~/ui/form/RadioGroupField";
import { filesOf, StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { UploadField } from "~/ui/form/UploadField";
import { uploadFormProps } from "~/ui/form/uploadFormProps";

export interface EditableAnnouncement {
  id: string;
  version: number;
  name: string;
  description: string;
  linkUrl: string;
  image: ShownFile | null;
  visible: boolean;
  /** ms UTC. */
  fromAt: number | null;
  untilAt: number | null;
  audience: AnnouncementAudience;
  serviceIds: string[];
}

interface AnnouncementFormProps {
  /** Null while it is being written. */
  announcement: EditableAnnouncement | null;
  services: readonly { id: string; name: string }[];
  /** The answer to a post that did not go through. */
  posted?: FileFormAnswer;
}

/** Everything about an announcement. */
export function AnnouncementForm({ announcement, services, posted }: AnnouncementFormProps) {
  const zone = useAgencyZone();
  const lastResult = posted?.result;
  const stored = {
    name: announcement?.name,
    description: announcement?.description,
    linkUrl: announcement?.linkUrl,
    imageKey: announcement?.image?.key,
    visible: announcement?.visible ?? true,
    fromAt: announcement?.fromAt == null ? undefined : dayOf(announcement.fromAt, zone),
    untilAt: announcement?.untilAt == null ? undefined : dayOfEnd(announcement.untilAt, zone),
    audience: announcement?.audience ?? "customers",
    serviceIds: announcement?.serviceIds ?? [],
  };
  const [form, fields] = useForm<z.input<typeof Schema>, z.output<typeof Schema>>({
    id: "announcement",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: stored,
    onValidate: ({ formData }) => parseForm(formData, Schema),
  });
  const image = lastResult ? lastResult.initialValue?.imageKey : announcement?.image?.key;
  const named = [
    toErrorSummaryItem("Title", fields.name),
    toErrorSummaryItem("Description", fields.description),
    toErrorSummaryItem("URL", fields.linkUrl),
    { ...toErrorSummaryItem("Image", fields.imageKey), options: filesOf(posted?.files, announcement?.image) },
    toErrorSummaryItem("Visible", fields.visible),
    toErrorSummaryItem("From", fields.fromAt),
    toErrorSummaryItem("Until", fields.untilAt),
    {
      ...toErrorSummaryItem("Audience", fields.audience),
      options: announcementAudiences.map((value) => ({ value, label: audienceLabel(value) })),
    },
    {
      ...toErrorSummaryItem("Services", fields.serviceIds),
      options: services.map(({ id, name }) => ({ value: id, label: name })),
    },
  ];
  return (
    <Form className="form announcement-form" {...uploadFormProps(form)}>
      <FormErrors errors={form.errors} fields={named} />
      <StaleFields lastResult={lastResult} stored={stored} version={announcement?.version} fields={named} />
      {announcement ? (
        <input type="hidden" name="version" value={String(lastResult?.initialValue?.version ?? announcement.version)} />
      ) : null}
      <TextField label="Title" {...fieldProps(fields.name)} required autoComplete="off" />
      <TextAreaField label="Description" {...fieldProps(fields.description)} limit={2_000} required rows={4} />
      <TextField label="URL" {...fieldProps(fields.linkUrl)} required type="url" placeholder="https://" />
      {announcement?.image ? (
        <img className="announcement-now" src={announcement.image.url} alt={`Now: ${announcement.image.name}`} />
      ) : null}
      <UploadField
        label="Image"
        {...choiceProps(fields.imageKey)}
        required
        hint={uploadHint("announcementImage")}
        accept={acceptAttribute("announcementImage")}
        upload={{ action: paths.uploads(), kind: "announcementImage" }}
        received={[...(posted?.files ?? []), ...(announcement?.image ? [announcement.image] : [])].find(
          ({ key }) => key === image,
        )}
      />
      <CheckboxField
        label="Visible"
        hint="Customers see it on their home page between these dates."
        {...checkboxProps(fields.visible)}
      />
      <div className="form-columns">
        <DateField
          label="From"
          hint={`Optional; from 00:00 ${zoneWords(zone)}`}
          {...choiceProps(fields.fromAt)}
          required={false}
        />
        <ExpiryField
          lastResult={lastResult}
          shown={stored.untilAt}
          label="Until"
          hint={`Optional. Shown until the end of this day, ${zoneWords(zone)}.`}
          {...choiceProps(fields.untilAt)}
          required={false}
        />
      </div>
      <RadioGroupField
        label="Audience"
        {...choiceProps(fields.audience)}
        defaultValue={String(fields.audience.initialValue ?? "customers")}
        options={announcementAudiences.map((value) => ({ value, label: audienceLabel(value) }))}
      />
      <div className="announcement-services">
        <MultiSelectField
          label="Services"
          hint="Customers with a paid order for one of these services"
          {...multiSelectProps(fields.serviceIds)}
          defaultValue={multiSelectProps(fields.serviceIds).defaultValue.filter((id) => id !== undefined)}
          required={false}
          emptyLabel="None"
          options={services.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      <div className="form-actions">
        <LinkButton to={paths.announcements()}>Cancel</LinkButton>
        <SubmitButton pendingText="Saving">Save</SubmitButton>
      </div>
    </Form>
  );
}
