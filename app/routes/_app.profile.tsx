import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { can } from "~/domain/access";
import { signedInRecently } from "~/domain/accounts/confirmOwner";
import { countryNames } from "~/domain/accounts/countries";
import { ownProfile } from "~/domain/accounts/ownProfile";
import { ownSessions } from "~/domain/accounts/ownSessions";
import { twoFactorState } from "~/domain/accounts/twoFactor";
import { workingDay } from "~/domain/accounts/workingDay";
import { isStaff, userOf } from "~/domain/context";
import { findNoticeChoices } from "~/domain/notifications/noticeChoices";
import { ownDeletion } from "~/domain/personalData/findDeletion";
import { lastSignIns } from "~/domain/securityEvents/lastSignIns";
import { timeZones } from "~/domain/timeZone";
import { pageTitle } from "~/features/frame/pageTitle";
import { OwnDataCard } from "~/features/personalData/OwnDataCard";
import { KeysCard } from "~/features/profile/KeysCard";
import { NoticeChoicesForm } from "~/features/profile/NoticeChoicesForm";
import { PasswordForm } from "~/features/profile/PasswordForm";
import { ProfileForm } from "~/features/profile/ProfileForm";
import { ProfilePhotoForm } from "~/features/profile/ProfilePhotoForm";
import { answerProfile } from "~/features/profile/profilePage.server";
import { SavedCardsCard } from "~/features/profile/SavedCardsCard";
import { SessionList } from "~/features/profile/SessionList";
import { TimeZoneForm } from "~/features/profile/TimeZoneForm";
import { TwoFactorCard } from "~/features/profile/TwoFactorCard";
import { WorkingDayForm } from "~/features/profile/WorkingDayForm";
import { pageContext } from "~/http/pageContext.server";
import { readPreferences } from "~/http/preferences.server";
import { Alert } from "~/ui/feedback/Alert";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";
import { useOwnVersion } from "~/ui/form/useOwnVersion";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Edit your details");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "account.profile");
  const open = can(ctx.actor, "account.security");
  const own = can(ctx.actor, "personalData.own");
  const [profile, sessions, choices, twoFactor, signIns, recent, deletion, day] = await Promise.all([
    ownProfile(ctx),
    ownSessions(ctx),
    findNoticeChoices(ctx),
    open ? twoFactorState(ctx) : null,
    open ? lastSignIns(ctx) : null,
    open ? signedInRecently(ctx) : false,
    own ? ownDeletion(ctx) : null,
    can(ctx.actor, "work.view") ? workingDay(ctx) : null,
  ]);
  return {
    profile,
    sessions,
    choices,
    twoFactor,
    signIns,
    recent,
    open,
    deletion,
    day,
    cards: can(ctx.actor, "checkout.cards"),
    now: ctx.now,
    countries: countryNames,
    timeZone: userOf(ctx.actor)?.timeZone ?? null,
    zones: timeZones(),
    keys: isStaff(ctx.actor) ? readPreferences(args.context.portal).keys : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  return await answerProfile(args.context.portal, await pageContext(args, "account.profile"));
}

export default function Profile() {
  const {
    profile,
    sessions,
    choices,
    twoFactor,
    signIns,
    recent,
    open,
    deletion,
    day,
    now,
    countries,
    timeZone,
    zones,
    cards,
    keys,
  } = useLoaderData<typeof loader>();
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
      <TimeZoneForm timeZone={timeZone} zones={zones} lastResult={answerTo("zone")?.result} />
      {keys === null ? null : <KeysCard on={keys} />}
      {day ? <WorkingDayForm day={day} lastResult={answerTo("day")?.result} /> : null}
      {open ? <PasswordForm answer={answerTo("password")} {...saved} /> : null}
      {cards ? <SavedCardsCard /> : null}
      {twoFactor ? <TwoFactorCard state={twoFactor} /> : null}
      <SessionList
        sessions={sessions}
        signIns={signIns}
        open={open}
        askPassword={!recent}
        lastResult={answerTo("sessions")?.result}
      />
      <NoticeChoicesForm choices={choices} lastResult={answerTo("notices")?.result} />
      {deletion ? <OwnDataCard deletion={deletion} now={now} /> : null}
    </div>
  );
}
