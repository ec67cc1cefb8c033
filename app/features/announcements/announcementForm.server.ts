import type { z } from "zod";
import { AnnouncementForm } from "~/domain/announcements/announcementInput";
import { ANNOUNCEMENT_CREATED, ANNOUNCEMENT_UPDATED } from "~/domain/announcements/announcementTexts";
import { saveAnnouncement } from "~/domain/announcements/saveAnnouncement";
import { announcementHolder } from "~/domain/announcements/storedAnnouncement";
import { agencyZone, type Context } from "~/domain/context";
import { fromDay, throughDay } from "~/domain/days";
import { orNotFound } from "~/http/orNotFound.server";
import type { PortalRequest } from "~/http/portalRequest.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitFormWithFiles } from "~/http/submitFormWithFiles.server";
import { paths } from "~/paths";

/** Creates an announcement, or changes the one named, by its form. */
export async function answerAnnouncementForm(portal: PortalRequest, ctx: Context, id?: string) {
  const use = id ? { attachedTo: announcementHolder(id) } : {};
  const files = { kind: "announcementImage", fields: /^imageKey$/, use } as const;
  const save = async (input: z.output<typeof AnnouncementForm>) => {
    await orNotFound(
      saveAnnouncement(ctx, {
        ...input,
        fromAt: input.fromAt === null ? null : fromDay(input.fromAt, agencyZone(ctx)),
        untilAt: input.untilAt === null ? null : throughDay(input.untilAt, agencyZone(ctx)),
        id,
      }),
    );
    return await redirectWithToast(portal, paths.announcements(), id ? ANNOUNCEMENT_UPDATED : ANNOUNCEMENT_CREATED);
  };
  return await submitFormWithFiles(portal, files, AnnouncementForm, save, { laterDay: "untilAt" });
}
