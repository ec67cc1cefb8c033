import { AnnouncementForm } from "~/domain/announcements/announcementInput";
import { ANNOUNCEMENT_CREATED, ANNOUNCEMENT_UPDATED } from "~/domain/announcements/announcementTexts";
import { saveAnnouncement } from "~/domain/announcements/saveAnnouncement";
import { announcementHolder } from "~/domain/announcements/storedAnnouncement";
import type { Context } from "~/domain/context";
import { throughDay } from "~/domain/days";
import { orNotFound } from "~/http/orNotFound.server";
import type { PortalRequest } from "~/http/portalRequest.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitFormWithFiles } from "~/http/submitFormWithFiles.server";
import { paths } from "~/paths";

/** Creates an announcement, or changes the one named, by its form. */
export async function answerAnnouncementForm(portal: PortalRequest, ctx: Context, id?: string) {
  const use = id ? { attachedTo: announcementHolder(id) } : {};
  const files = { kind: "announcementImage", fields: /^imageKey$/, use } as const;
  return await submitFormWithFiles(portal, files, AnnouncementForm, async (input) => {
    await orNotFound(
      saveAnnouncement(ctx, { ...input, untilAt: input.untilAt === null ? null : throughDay(input.untilAt), id }),
    );
    return await redirectWithToast(portal, paths.announcements(), id ? ANNOUNCEMENT_UPDATED : ANNOUNCEMENT_CREATED);
  });
}
