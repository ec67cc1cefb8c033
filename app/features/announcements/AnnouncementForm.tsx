import { announcementRecord } from "~/domain/announcements/announcement";
import type { announcementDetails } from "~/domain/announcements/manageAnnouncements";
import { useAgencyZone } from "~/features/frame/useZone";
import { RecordField, RecordPicture } from "~/features/records/RecordField";
import { RecordForm, useRecordForm } from "~/features/records/RecordForm";
import { zoneWords } from "~/format/zones";
import { paths } from "~/paths";
import type { FileFormAnswer } from "~/ui/form/formAnswer";

interface AnnouncementFormProps {
  /** Null while it is being written. */
  announcement: Awaited<ReturnType<typeof announcementDetails>> | null;
  services: readonly { id: string; name: string }[];
  posted: FileFormAnswer | undefined;
}

/** The page of an announcement. Each field is in announcementFields. */
export function AnnouncementForm({ announcement, services, posted }: AnnouncementFormProps) {
  const zone = zoneWords(useAgencyZone());
  const form = useRecordForm({ ...announcementRecord, record: announcement, choices: services, posted });
  return (
    <RecordForm
      of={form}
      newTitle="New Announcement"
      list={{ href: announcementRecord.list, label: "Announcements" }}
      deleteHref={announcement ? paths.announcementDelete(announcement.id) : undefined}
    >
      <RecordField of={form} name="name" />
      <RecordField of={form} name="description" rows={4} />
      <RecordField of={form} name="linkUrl" />
      <RecordPicture of={form} />
      <RecordField of={form} name="imageKey" />
      <RecordField of={form} name="visible" hint="Customers see it on their home page between these dates." />
      <div className="form-columns">
        <RecordField of={form} name="fromAt" hint={`Optional; from 00:00 ${zone}`} />
        <RecordField of={form} name="untilAt" hint={`Optional. Shown until the end of this day, ${zone}.`} />
      </div>
      <RecordField of={form} name="audience" />
      <div className="announcement-services">
        <RecordField of={form} name="serviceIds" hint="Customers with a paid order for one of these services" />
      </div>
    </RecordForm>
  );
}
