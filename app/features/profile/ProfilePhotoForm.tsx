import type { FormEvent } from "react";
import type { OwnProfile } from "~/domain/accounts/ownProfile";
import { acceptAttribute, uploadHint } from "~/files/uploadKinds";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { UploadField } from "~/ui/form/UploadField";
import { waitsForUpload } from "~/ui/form/waitsForUpload";
import { Avatar } from "~/ui/layout/Avatar";

interface ProfilePhotoFormProps {
  profile: OwnProfile;
  version: number;
  answer?: FileFormAnswer;
  onPost(): void;
}

/** The round picture. With script it is saved when it has been uploaded or removed, and the other sections stay. */
export function ProfilePhotoForm({ profile, version, answer, onPost }: ProfilePhotoFormProps) {
  const { photo, firstName, lastName } = profile;
  const { "": about, photoKey: wrong } = answer?.result?.error ?? {};
  // The field fires this when its file has changed.
  const changed = (event: FormEvent<HTMLFormElement>) => {
    const field = event.target as HTMLInputElement;
    if (field.type !== "hidden" || field.name !== "photoKey" || field.value === (photo?.key ?? "")) return;
    event.currentTarget.requestSubmit();
  };
  return (
    <Card title="Photo">
      <Form
        method="post"
        action={`${paths.profile()}?intent=photo`}
        encType="multipart/form-data"
        className="form profile-photo"
        preventScrollReset
        onInput={changed}
        onSubmit={(event) => {
          if (!waitsForUpload(event)) onPost();
        }}
      >
        <FormErrors id="photo-errors" errors={about ?? undefined} />
        <input type="hidden" name="version" value={String(answer?.result?.initialValue?.version ?? version)} />
        <div className="profile-photo-parts">
          <Avatar name={`${firstName} ${lastName}`} photoUrl={photo ? paths.file(photo.key) : null} />
          <UploadField
            key={photo?.key}
            label="Photo"
            hideLabel
            name="photoKey"
            button={photo ? "Change photo" : "Upload a photo"}
            hint={uploadHint("profilePhoto")}
            accept={acceptAttribute("profilePhoto")}
            upload={{ action: paths.uploads(), kind: "profilePhoto" }}
            received={photo ?? undefined}
            errors={wrong ?? undefined}
          />
        </div>
        <div className="form-actions noscript-only">
          <SubmitButton variant="outline">Save photo</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
