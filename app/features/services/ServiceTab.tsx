import type { EditableService } from "~/domain/catalogue/serviceForEdit";
import type { AssigneeOption } from "~/domain/team/assigneeOptions";
import type { FormattedTexts } from "~/richtext/renderRichText";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { useOwnVersion } from "~/ui/form/useOwnVersion";
import { ServiceForm } from "./ServiceForm";
import { ServiceImageForm } from "./ServiceImageForm";
import "./services.css";

interface ServiceTabProps {
  /** Null while it is being created. */
  service: EditableService | null;
  team: readonly AssigneeOption[];
  /** Its rich texts as their readers see them. */
  formatted?: FormattedTexts;
  /** The answer to a post that failed. */
  posted?: FileFormAnswer;
}

/** The Service tab: the service's form, and the image, which is posted separately. */
export function ServiceTab({ service, team, formatted, posted }: ServiceTabProps) {
  const [version, follow] = useOwnVersion(service?.version ?? 0, posted !== undefined);
  const ofImage = posted?.result?.initialValue?.form === "image";
  return (
    <div className="service-tab">
      <ServiceForm
        service={service}
        version={version}
        team={team}
        formatted={formatted}
        lastResult={ofImage ? undefined : posted?.result}
        files={ofImage ? undefined : posted?.files}
        onPost={follow}
      />
      <ServiceImageForm
        service={service}
        version={version}
        lastResult={ofImage ? posted?.result : undefined}
        files={ofImage ? posted?.files : undefined}
        onPost={follow}
      />
    </div>
  );
}
