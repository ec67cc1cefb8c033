import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { can } from "~/domain/access";
import { signedInRecently } from "~/domain/accounts/confirmOwner";
import { countryNames } from "~/domain/accounts/countries";
import { ownProfile } from "~/domain/accounts/ownProfile";
import { ownSessions } from "~/domain/accounts/ownSessions";
import { twoFactorState } from "~/domain/accounts/twoFactor";
import { findNoticeChoices } from "~/domain/notifications/noticeChoices";
import { lastSignIns } from "~/domain/securityEvents/lastSignIns";
import { NoticeChoicesForm } from "~/features/profile/NoticeChoicesForm";
import { PasswordForm } from "~/features/profile/PasswordForm";
import { ProfileForm } from "~/features/profile/ProfileForm";
import { ProfilePhotoForm } from "~/features/profile/ProfilePhotoForm";
import { answerProfile } from "~/features/profile/profilePage.server";
import { SessionList } from "~/features/profile/SessionList";
import { TwoFactorCard } from "~/features/profile/TwoFactorCard";
import { pageContext } from "~/http/pageContext.server";
import { Alert } from "~/ui/feedback/Alert";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";
import { useOwnVersion } from "~/ui/form/useOwnVersion";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Edit your details | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "account.profile");
  const open = can(ctx.actor, "account.security");
  const [profile, sessions, choices, twoFactor, signIns, recent] = await Promise.all([
    ownProfile(ctx),
    ownSessions(ctx),
    findNoticeChoices(ctx),
    open ? twoFactorState(ctx) : null,
    open ? lastSignIns(ctx) : null,
    open ? signedInRecently(ctx) : false,
  ]);
  return { profile, sessions, choices, twoFactor, signIns, recent, open, countries: countryNames };
}

export async function action(args: ActionFunctionArgs) {
  return await answerProfile(args.context.portal, await pageContext(args, "account.profile"));
}

export default function Profile() {
  const { profile, sessions, choices, twoFactor, signIns, recent, open, countries } = useLoaderData<typeof loader>();
  const answer = useActionResult<FileFormAnswer>();
  const answerTo = (intent: string) => (answer?.intent === intent ? answer : undefined);
  // The sections share the record's version: saving one keeps what is typed in the others.
  const [version, onPost] = useOwnVersion(profile.version, answer !== undefined);
  const saved = { version, onPost };
  return (
    <div className="stack-large">
      <PageHeader title="Edit your details" />
      {open ? null : <Alert tone="info">Only the customer can change their password, sign-in and sessions.</Alert>}
      <ProfilePhotoForm profile={profile} answer={answerTo("photo")} {...saved} />
      <ProfileForm profile={profile} countries={countries} answer={answerTo("details")} {...saved} />
      {open ? <PasswordForm answer={answerTo("password")} {...saved} /> : null}
      {twoFactor ? <TwoFactorCard state={twoFactor} /> : null}
      <SessionList
        sessions={sessions}
        signIns={signIns}
        open={open}
        askPassword={!recent}
        lastResult={answerTo("sessions")?.result}
      />
      <NoticeChoicesForm choices={choices} lastResult={answerTo("notices")?.result} />
    </div>
  );
}
