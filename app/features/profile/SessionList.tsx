import type { SubmissionResult } from "@conform-to/react";
import type { OwnSession } from "~/domain/accounts/ownSessions";
import type { LastSignIns, SignInMoment } from "~/domain/securityEvents/lastSignIns";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { deviceLabel } from "~/format/device";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Badge } from "~/ui/feedback/Badge";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { PasswordField } from "~/ui/form/PasswordField";
import { SubmitButton } from "~/ui/form/SubmitButton";

interface SessionListProps {
  sessions: readonly OwnSession[];
  /** Null during an impersonation. */
  signIns: LastSignIns | null;
  /** False while one of the team acts as this customer. */
  open: boolean;
  /** False shortly after a sign-in. */
  askPassword: boolean;
  lastResult?: SubmissionResult;
}

const wordsOf = ({ impersonated, kind, userAgent }: OwnSession) => {
  if (impersonated) return "Our team, signed in as you";
  return kind === "api" ? `API access, ${deviceLabel(userAgent)}` : deviceLabel(userAgent);
};

const SignInLine = ({ label, at, address, userAgent }: { label: string } & SignInMoment) => {
  const zone = useZone();
  return (
    <p className="muted small">
      {label}: {formatDateTime(at, zone)}, {deviceLabel(userAgent)}
      {address ? `, ${address}` : ""}
    </p>
  );
};

/** Where a person is signed in, with the way to sign out there (rules.md sessions/end). */
export function SessionList({ sessions, signIns, open, askPassword, lastResult }: SessionListProps) {
  const zone = useZone();
  const endable = open && sessions.some(({ current }) => !current);
  const list = (
    <ul className="sessions">
      {sessions.map((session) => (
        <li key={session.id}>
          <div>
            <strong>{wordsOf(session)}</strong> {session.current ? <Badge tone="success">This one</Badge> : null}
            <p className="muted small">
              Last seen {formatDateTime(session.lastSeenAt, zone)}, signed in {formatDateTime(session.createdAt, zone)}
            </p>
          </div>
          {endable && !session.current ? (
            <SubmitButton variant="ghost" name="session" value={session.id}>
              Sign out<span className="visually-hidden"> {wordsOf(session)}</span>
            </SubmitButton>
          ) : null}
        </li>
      ))}
    </ul>
  );
  const { "": about, password: refused } = lastResult?.error ?? {};
  return (
    <Card
      title="Where you are signed in"
      action={
        endable ? (
          <SubmitButton variant="outline" form="own-sessions">
            Sign out elsewhere
          </SubmitButton>
        ) : undefined
      }
    >
      {endable ? (
        <Form
          id="own-sessions"
          method="post"
          action={`${paths.profile()}?intent=sessions`}
          className="form"
          preventScrollReset
          noValidate
        >
          <FormErrors
            id="sessions-errors"
            errors={about ?? undefined}
            fields={[{ id: "sessions-password", label: "Current password", errors: refused ?? undefined }]}
          />
          {askPassword || refused ? (
            <PasswordField
              id="sessions-password"
              name="password"
              label="Current password"
              hint="To sign out other devices"
              autoComplete="current-password"
              errors={refused ?? undefined}
              required
            />
          ) : null}
          {list}
        </Form>
      ) : (
        list
      )}
      {signIns?.previous ? <SignInLine label="Last sign-in before this one" {...signIns.previous} /> : null}
      {signIns?.failed ? <SignInLine label="Last failed sign-in" {...signIns.failed} /> : null}
    </Card>
  );
}
