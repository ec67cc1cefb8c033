import { creativeRecord } from "~/domain/creatives/creative";
import type { creativeDetails } from "~/domain/creatives/manageCreatives";
import { useAgencyZone } from "~/features/frame/useZone";
import { RecordField } from "~/features/records/RecordField";
import { RecordForm, useRecordForm } from "~/features/records/RecordForm";
import { zoneWords } from "~/format/zones";
import { paths } from "~/paths";
import type { FileFormAnswer } from "~/ui/form/formAnswer";

interface CreativeFormProps {
  /** Null while it is being written. */
  creative: Omit<Awaited<ReturnType<typeof creativeDetails>>, "referralUrl"> | null;
  posted: FileFormAnswer | undefined;
}

/** The page of a creative for staff. Each field is in creativeFields. */
export function CreativeForm({ creative, posted }: CreativeFormProps) {
  const zone = zoneWords(useAgencyZone());
  const form = useRecordForm({ ...creativeRecord, record: creative, posted });
  const file = creative?.file;
  return (
    <RecordForm
      of={form}
      newTitle="New Creative"
      list={{ href: creativeRecord.list, label: "Creatives" }}
      deleteHref={creative ? paths.creativeDelete(creative.id) : undefined}
    >
      <RecordField of={form} name="name" />
      <RecordField of={form} name="description" rows={5} />
      <div className="form-columns">
        <RecordField of={form} name="validUntil" hint={`Until the end of this day, ${zone}`} />
        <RecordField of={form} name="url" hint="Where it leads" />
      </div>
      <RecordField of={form} name="creativeStatus" hint="Affiliates do not see INACTIVE creatives" />
      <RecordField of={form} name="uploadKey" />
      {file ? (
        <p>
          <a href={file.url}>Open {file.name}</a>
        </p>
      ) : null}
    </RecordForm>
  );
}
