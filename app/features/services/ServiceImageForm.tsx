import type { SubmissionResult } from "@conform-to/react";
import type { FormEvent } from "react";
import type { EditableService } from "~/domain/catalogue/serviceForEdit";
import { IMAGE_LATER } from "~/domain/catalogue/serviceTexts";
import { acceptAttribute, uploadHint } from "~/files/uploadKinds";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import type { ReceivedFile } from "~/ui/form/receivedFile";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { UploadField } from "~/ui/form/UploadField";
import { waitsForUpload } from "~/ui/form/waitsForUpload";
import "./services.css";

interface ServiceImageFormProps {
  service: EditableService | null;
  version: number;
  lastResult?: SubmissionResult;
  files?: readonly ReceivedFile[];
  onPost(): void;
}

/** The catalogue image. With script it is saved as soon as it has been uploaded, and the other form stays as it is. */
export function ServiceImageForm({ service, version, lastResult, files = [], onPost }: ServiceImageFormProps) {
  if (!service)
    return (
      <Card title="Image">
        <UploadField
          label="Image"
          hideLabel
          name="image"
          hint={IMAGE_LATER}
          disabled
          accept={acceptAttribute("serviceImage")}
          upload={{ action: paths.uploads(), kind: "serviceImage" }}
        />
      </Card>
    );
  const posted = lastResult?.initialValue?.imageKey;
  const key = lastResult ? posted : service.image?.key;
  const { "": about, imageKey: wrong } = lastResult?.error ?? {};
  // The field fires this when its file has changed.
  const changed = (event: FormEvent<HTMLFormElement>) => {
    const field = event.target as HTMLInputElement;
    if (field.type !== "hidden" || field.name !== "imageKey" || field.value === (service.image?.key ?? "")) return;
    event.currentTarget.requestSubmit();
  };
  return (
    <Card title="Image">
      <Form
        method="post"
        unguarded
        action={`${paths.serviceEdit(service.id)}?index&intent=image`}
        encType="multipart/form-data"
        className="form"
        preventScrollReset
        onInput={changed}
        onSubmit={(event) => {
          if (!waitsForUpload(event)) onPost();
        }}
      >
        <FormErrors id="image-errors" errors={about ?? undefined} />
        <input type="hidden" name="form" value="image" />
        <input type="hidden" name="version" value={String(lastResult?.initialValue?.version ?? version)} />
        {service.image ? (
          <img className="service-image" src={service.image.url} alt={`Now: ${service.image.name}`} />
        ) : null}
        <UploadField
          key={service.image?.key}
          label="Image"
          hideLabel
          name="imageKey"
          hint={uploadHint("serviceImage")}
          accept={acceptAttribute("serviceImage")}
          upload={{ action: paths.uploads(), kind: "serviceImage" }}
          received={[...files, ...(service.image ? [service.image] : [])].find((file) => file.key === key)}
          errors={wrong ?? undefined}
        />
        <SubmitButton variant="outline" className="noscript-only">
          Save image
        </SubmitButton>
      </Form>
    </Card>
  );
}
