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
import { ProfileForm } from "~/features/profile/ProfileForm";
import { answerProfile } from "~/features/profile/profilePage.server";
import { SessionList } from "~/features/profile/SessionList";
import { TwoFactorCard } from "~/features/profile/TwoFactorCard";
import { pageContext } from "~/http/pageContext.server";
import { Alert } from "~/ui/feedback/Alert";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";
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
  return (
    <div className="stack-large">
      <PageHeader title="Edit your details" />
      {open ? null : <Alert tone="info">Only the customer can change their password, sign-in and sessions.</Alert>}
      <ProfileForm
        key={profile.version}
        profile={profile}
        countries={countries}
        passwordOpen={open}
        answer={answer?.intent === "details" ? answer : undefined}
      />
      {twoFactor ? <TwoFactorCard state={twoFactor} /> : null}
      <SessionList
        sessions={sessions}
        signIns={signIns}
        open={open}
        askPassword={!recent}
        lastResult={answer?.intent === "sessions" ? answer.result : undefined}
      />
      <NoticeChoicesForm choices={choices} lastResult={answer?.intent === "notices" ? answer.result : undefined} />
    </div>
  );
}
