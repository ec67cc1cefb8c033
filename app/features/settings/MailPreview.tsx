import type { MailKind } from "~/domain/mailKinds";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import "./settings.css";

/** The saved mail with example values, as it is sent. `revision` loads it again after a save. */
export const MailPreview = ({ kind, subject, revision }: { kind: MailKind; subject: string; revision: number }) => (
  <Card title="Preview">
    <p>
      <span className="muted">Subject: </span>
      {subject}
    </p>
    <div className="mail-previews">
      {(["light", "dark"] as const).map((scheme) => (
        <iframe
          key={scheme}
          sandbox=""
          title={`Preview in ${scheme} mode`}
          src={`${paths.mailPreview(kind, scheme)}&revision=${revision}`}
          style={{ colorScheme: scheme }}
        />
      ))}
    </div>
  </Card>
);
