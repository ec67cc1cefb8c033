import { redirectDocument } from "@remix-run/cloudflare";
import { EndSessionsInput, OwnPasswordInput, OwnPhotoInput, type ProfileInput } from "~/domain/accounts/accountInputs";
import { chooseTimeZone } from "~/domain/accounts/chooseTimeZone";
import { endOtherSessions, endOwnSession } from "~/domain/accounts/ownSessions";
import { TimeZoneInput } from "~/domain/accounts/timeZoneInput";
import { updateProfile } from "~/domain/accounts/updateProfile";
import { saveWorkingDay } from "~/domain/accounts/workingDay";
import { WorkingDayInput } from "~/domain/accounts/workingDayInput";
import { actorId, type Context } from "~/domain/context";
import { saveNoticeChoices } from "~/domain/notifications/noticeChoices";
import { NoticeChoicesInput } from "~/domain/notifications/noticeChoicesInput";
import { intentOf } from "~/http/intentOf";
import { orNotFound } from "~/http/orNotFound.server";
import { setSessionCookie } from "~/http/pageSession.server";
import { type PortalRequest, setToast } from "~/http/portalRequest.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { submitFormWithFiles } from "~/http/submitFormWithFiles.server";
import { paths } from "~/paths";
import { profileSchema } from "./profileRules";

/** Answers the forms of /profile; the address says which one was sent. */
export async function answerProfile(portal: PortalRequest, ctx: Context): Promise<Response> {
  const intent = intentOf(portal.request, ["details", "zone", "day", "photo", "password", "notices", "sessions"]);
  if (intent === "details") {
    const form = await readForm(portal.request);
    return await submitForm(portal, form, profileSchema(form), saveFor(portal, ctx), { answer: { intent } });
  }
  if (intent === "password")
    return await submitForm(portal, portal.request, OwnPasswordInput, saveFor(portal, ctx), { answer: { intent } });
  if (intent === "zone")
    return await submitForm(
      portal,
      portal.request,
      TimeZoneInput,
      async (input) => {
        await chooseTimeZone(ctx, input);
        return await redirectWithToast(portal, paths.profile(), "Time zone saved");
      },
      { answer: { intent } },
    );
  if (intent === "day")
    return await submitForm(
      portal,
      portal.request,
      WorkingDayInput,
      async (input) => {
        await saveWorkingDay(ctx, input);
        return await redirectWithToast(portal, paths.profile(), "Working day saved");
      },
      { answer: { intent } },
    );
  if (intent === "photo") return await savePhoto(portal, ctx);
  if (intent === "sessions") return await endSessions(portal, ctx);
  if (intent === null) throw new Response(null, { status: 400 });
  return await submitForm(
    portal,
    portal.request,
    NoticeChoicesInput,
    async (choices) => {
      await saveNoticeChoices(ctx, choices);
      return await redirectWithToast(portal, paths.profile(), "Notification choices saved");
    },
    { answer: { intent } },
  );
}

/** Saves one section of the profile. */
const saveFor = (portal: PortalRequest, ctx: Context) => async (input: Partial<ProfileInput>) => {
  const saved = await updateProfile(ctx, input, "page");
  const text = "Profile updated successfully";
  if (!saved.proof) return await redirectWithToast(portal, paths.profile(), text);
  setSessionCookie(portal, saved.proof);
  await setToast(portal, { tone: "success", text });
  // The live connection ended with its session; a full page load opens another.
  return redirectDocument(paths.profile(), 303);
};

async function savePhoto(portal: PortalRequest, ctx: Context): Promise<Response> {
  const files = {
    kind: "profilePhoto",
    fields: "photoKey",
    use: { attachedTo: `user:${actorId(ctx)}` },
  } as const;
  const save = saveFor(portal, ctx);
  return await submitFormWithFiles(
    portal,
    files,
    OwnPhotoInput,
    // The form always names the photo: a missing one removes it.
    ({ photoKey, version }) => save({ photoKey: photoKey ?? null, version }),
    { answer: { intent: "photo" } },
  );
}

async function endSessions(portal: PortalRequest, ctx: Context): Promise<Response> {
  return await submitForm(
    portal,
    portal.request,
    EndSessionsInput,
    async ({ session, password }) => {
      if (session) {
        await orNotFound(endOwnSession(ctx, session, password));
        return await redirectWithToast(portal, paths.profile(), "The session was signed out");
      }
      const ended = await endOtherSessions(ctx, password);
      const text = ended === 1 ? "1 other session was signed out" : `${ended} other sessions were signed out`;
      return await redirectWithToast(portal, paths.profile(), text);
    },
    { answer: { intent: "sessions" } },
  );
}
