import { json, redirectDocument } from "@remix-run/cloudflare";
import { ProfileInput } from "~/domain/accounts/accountInputs";
import { endOtherSessions, endOwnSession } from "~/domain/accounts/ownSessions";
import { updateProfile } from "~/domain/accounts/updateProfile";
import { actorId, type Context } from "~/domain/context";
import { DomainError } from "~/domain/errors";
import { saveNoticeChoices } from "~/domain/notifications/noticeChoices";
import { NoticeChoicesInput } from "~/domain/notifications/noticeChoicesInput";
import { assertOwnForm } from "~/http/assertOwnForm.server";
import { orNotFound } from "~/http/orNotFound.server";
import { setSessionCookie } from "~/http/pageSession.server";
import { type PortalRequest, setToast } from "~/http/portalRequest.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { statusOf } from "~/http/statusOf";
import { submitForm } from "~/http/submitForm.server";
import { type FileFormAnswer, submitFormWithFiles } from "~/http/submitFormWithFiles.server";
import { paths } from "~/paths";

/** The answer of one of /profile's forms, with its name. */
export interface ProfileAnswer extends FileFormAnswer {
  form: "details" | "notices";
}

/** Answers the forms of /profile; the address says which one was sent. */
export async function answerProfile(portal: PortalRequest, ctx: Context): Promise<Response> {
  const form = new URL(portal.request.url).searchParams.get("form");
  if (form === "details") return await withName(form, await saveDetails(portal, ctx));
  if (form === "sessions") return await endSessions(portal, ctx);
  if (form !== "notices") throw new Response(null, { status: 400 });
  return await submitForm(
    portal,
    portal.request,
    NoticeChoicesInput,
    async (choices) => {
      await saveNoticeChoices(ctx, choices);
      return await redirectWithToast(portal, paths.profile(), "Notification choices saved");
    },
    { answer: { form } },
  );
}

async function saveDetails(portal: PortalRequest, ctx: Context): Promise<Response> {
  const files = {
    kind: "profilePhoto",
    fields: /^photoKey$/,
    use: { attachedTo: `user:${actorId(ctx)}` },
  } as const;
  return await submitFormWithFiles(portal, files, ProfileInput, async (input) => {
    // The form always names the photo: a missing one removes it.
    const saved = await updateProfile(ctx, { ...input, photoKey: input.photoKey ?? null }, "page");
    const text = "Profile updated successfully";
    if (!saved.proof) return await redirectWithToast(portal, paths.profile(), text);
    setSessionCookie(portal, saved.proof);
    await setToast(portal, { tone: "success", text });
    // The live connection ended with its session; a full page load opens another.
    return redirectDocument(paths.profile(), 303);
  });
}

async function endSessions(portal: PortalRequest, ctx: Context): Promise<Response> {
  const form = await readForm(portal.request);
  try {
    assertOwnForm(portal, form);
    if (form.has("elsewhere")) {
      const ended = await endOtherSessions(ctx);
      const text = ended === 1 ? "1 other session was signed out" : `${ended} other sessions were signed out`;
      return await redirectWithToast(portal, paths.profile(), text);
    }
    await orNotFound(endOwnSession(ctx, String(form.get("session") ?? "")));
    return await redirectWithToast(portal, paths.profile(), "The session was signed out");
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new Response(error.message, { status: statusOf(error) });
  }
}

/** A page has several forms, so the answer names its form. */
async function withName(form: ProfileAnswer["form"], answer: Response): Promise<Response> {
  if (!answer.headers.get("Content-Type")?.includes("json")) return answer;
  return json(
    { ...((await answer.json()) as FileFormAnswer), form },
    { status: answer.status, headers: answer.headers },
  );
}
