import { answerName } from "~/domain/intake/answerName";
import type { ProjectDetails } from "~/domain/intake/projectDetails";
import { acceptAttribute, uploadHint } from "~/files/uploadKinds";
import { paths } from "~/paths";
import type { ReceivedFile } from "~/ui/form/receivedFile";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { UploadField } from "~/ui/form/UploadField";

interface ProjectDetailsFormProps {
  details: Pick<ProjectDetails, "intake" | "packages" | "templateUrl">;
  /** Typed values by field name. */
  values: Partial<Record<string, string>>;
  received: Record<string, ReceivedFile[]>;
  errors: Record<string, string[] | undefined>;
}

/** The service's intake fields, one set per purchased package. */
export function IntakeFields({
  details,
  values,
  received,
  errors,
  titled = false,
}: ProjectDetailsFormProps & {
  /** The one package is the title above, as in a dialog. */
  titled?: boolean;
}) {
  return (
    <>
      {details.packages.map((one) => (
        <fieldset key={one.packageId} className={titled ? "stack" : "card intake"}>
          <legend className={titled ? "visually-hidden" : undefined}>
            <h3>{one.packageName}</h3>
          </legend>
          {details.intake.map((field) => {
            const name = answerName(one.packageId, field.id);
            const common = {
              name,
              id: name,
              label: field.name,
              hint: helpOf(field, field.helpText),
              required: field.mandatory,
              errors: errors[name],
            };
            if (field.itemType === "FILE_UPLOAD")
              return (
                <UploadField
                  key={field.id}
                  {...common}
                  hint={helpOf(
                    field,
                    [field.helpText?.replace(/\.$/, ""), uploadHint("intakeFile")].filter(Boolean).join(" · "),
                  )}
                  accept={acceptAttribute("intakeFile")}
                  upload={{ action: paths.uploads(), kind: "intakeFile" }}
                  multiple={field.multiple}
                  received={received[name]}
                />
              );
            if (field.itemType === "TEXT_AREA")
              return (
                <TextAreaField
                  key={field.id}
                  {...common}
                  placeholder={field.placeHolder}
                  rows={4}
                  defaultValue={values[name]}
                />
              );
            return (
              <TextField
                key={field.id}
                {...common}
                inputMode={field.itemType === "NUMBER" ? "decimal" : undefined}
                placeholder={field.placeHolder}
                defaultValue={values[name]}
              />
            );
          })}
        </fieldset>
      ))}
    </>
  );
}

/** The help of a field: text, then its image (rules.md uploads/kinds). */
const helpOf = ({ name, imageKey }: ProjectDetails["intake"][number], words: string) =>
  imageKey ? (
    <>
      {words}
      <img className="help-image" src={paths.file(imageKey)} alt={`Help for ${name}`} />
    </>
  ) : (
    words || undefined
  );

/** One completed document instead of the fields, with the service's template when it has one. */
export function ProjectUpload({
  details,
  received,
  errors,
  kind = "projectFile",
}: ProjectDetailsFormProps & { kind?: "projectFile" | "projectStepFile" }) {
  return (
    <section className="card">
      {details.templateUrl ? (
        <p>
          <a href={details.templateUrl}>Download the template</a>, fill it in, and upload it here.
        </p>
      ) : (
        <p>Upload one document with everything we need to know.</p>
      )}
      <UploadField
        name="fileUploadUrl"
        label="Project file"
        required
        accept={acceptAttribute(kind)}
        upload={{ action: paths.uploads(), kind }}
        hint={uploadHint(kind)}
        received={received.fileUploadUrl}
        errors={errors.fileUploadUrl}
      />
    </section>
  );
}
