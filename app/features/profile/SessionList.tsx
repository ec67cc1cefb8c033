import type { OwnSession } from "~/domain/accounts/ownSessions";
import type { LastSignIns, SignInMoment } from "~/domain/securityEvents/lastSignIns";
import { formatDateTime } from "~/format/dates";
import { deviceLabel } from "~/format/device";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Badge } from "~/ui/feedback/Badge";
import { Form } from "~/ui/form/Form";
import { SubmitButton } from "~/ui/form/SubmitButton";

interface SessionListProps {
  sessions: readonly OwnSession[];
  /** Null during an impersonation. */
  signIns: LastSignIns | null;
  /** False while one of the team acts as this customer. */
  open: boolean;
}

const wordsOf = ({ impersonated, kind, userAgent }: OwnSession) => {
  if (impersonated) return "Our team, signed in as you";
  return kind === "api" ? `API access, ${deviceLabel(userAgent)}` : deviceLabel(userAgent);
};

const SignInLine = ({ label, at, address, userAgent }: { label: string } & SignInMoment) => (
  <p className="muted small">
    {label}: {formatDateTime(at)}, {deviceLabel(userAgent)}
    {address ? `, ${address}` : ""}
  </p>
);

/** Where a person is signed in, with the way to sign out there (rules.md sessions/end). */
export function SessionList({ sessions, signIns, open }: SessionListProps) {
  const others = sessions.some(({ current }) => !current);
  return (
    <Card
      title="Where you are signed in"
      action={
        open && others ? (
          <Form method="post" action={`${paths.profile()}?intent=sessions`} preventScrollReset>
            <SubmitButton variant="outline" name="elsewhere" value="yes">
              Sign out elsewhere
            </SubmitButton>
          </Form>
        ) : undefined
      }
    >
      <ul className="sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <strong>{wordsOf(session)}</strong> {session.current ? <Badge tone="success">This one</Badge> : null}
              <p className="muted small">
                Last seen {formatDateTime(session.lastSeenAt)}, signed in {formatDateTime(session.createdAt)}
              </p>
            </div>
            {open && !session.current ? (
              <Form method="post" action={`${paths.profile()}?intent=sessions`} preventScrollReset>
                <SubmitButton variant="ghost" name="session" value={session.id}>
                  Sign out<span className="visually-hidden"> {wordsOf(session)}</span>
                </SubmitButton>
              </Form>
            ) : null}
          </li>
        ))}
      </ul>
      {signIns?.previous ? <SignInLine label="Last sign-in before this one" {...signIns.previous} /> : null}
      {signIns?.failed ? <SignInLine label="Last failed sign-in" {...signIns.failed} /> : null}
    </Card>
  );
}
