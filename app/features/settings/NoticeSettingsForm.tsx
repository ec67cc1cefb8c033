import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import { NoticeSettingsInput } from "~/domain/notifications/noticeSettingsInput";
import {
  type NoticeKind,
  noticeKindLabel,
  noticeKindsOf,
  noticeWayLabel,
  noticeWays,
} from "~/domain/notifications/notificationTypes";
import type { NoticeSettings } from "~/domain/settings";
import { Card } from "~/ui/card/Card";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { parseForm } from "~/ui/form/parseForm";
import { SelectField } from "~/ui/form/SelectField";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";

interface NoticeSettingsFormProps {
  notices: NoticeSettings;
  version: number;
  lastResult?: SubmissionResult;
}

const groups = [
  { group: "customers", title: "Clients" },
  { group: "staff", title: "Your team" },
] as const;
const wayOptions = noticeWays.map((value) => ({ value, label: noticeWayLabel(value) }));

export function NoticeSettingsForm({ notices, version, lastResult }: NoticeSettingsFormProps) {
  const all = (group: (typeof groups)[number]["group"]) =>
    Object.fromEntries(noticeKindsOf[group].map((kind: NoticeKind) => [kind, notices[group][kind] ?? "both"]));
  const stored = { staff: all("staff"), customers: all("customers") };
  const [form] = useForm<z.input<typeof NoticeSettingsInput>, NoticeSettingsInput>({
    id: "notice-settings",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    onValidate: ({ formData }) => parseForm(formData, NoticeSettingsInput),
  });
  const posted = (lastResult?.initialValue ?? {}) as Partial<Record<string, Record<string, string>>>;
  const selects = groups.map(({ group, title }) => ({
    group,
    title,
    fields: noticeKindsOf[group].map((kind: NoticeKind) => ({
      kind,
      id: `notices-${group}-${kind}`,
      name: `${group}.${kind}`,
      label: noticeKindLabel(kind),
      errors: lastResult?.error?.[`${group}.${kind}`] ?? undefined,
      options: wayOptions,
      way: posted[group]?.[kind] ?? stored[group][kind] ?? "both",
    })),
  }));
  return (
    <Form method="post" className="stack" {...getFormProps(form)}>
      <FormErrors errors={form.errors ?? []} fields={selects.flatMap(({ fields }) => fields)} />
      <StaleFields
        lastResult={lastResult}
        stored={stored}
        version={version}
        fields={groups.map(({ group, title }) => ({ name: group, label: title }))}
      />
      <input type="hidden" name="version" value={String(lastResult?.initialValue?.version ?? version)} />
      {selects.map(({ group, title, fields }) => (
        <Card key={group} title={title}>
          <div className="notice-choices">
            {fields.map(({ kind, id, name, label, errors, way }) => (
              <SelectField
                key={kind}
                id={id}
                name={name}
                label={label}
                errors={errors}
                options={wayOptions}
                defaultValue={way}
              />
            ))}
          </div>
        </Card>
      ))}
      <div className="form-actions">
        <SubmitButton pendingText="Saving">Save</SubmitButton>
      </div>
    </Form>
  );
}
