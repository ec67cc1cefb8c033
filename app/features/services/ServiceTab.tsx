import { useEffect, useRef, useState } from "react";
import type { EditableService } from "~/domain/catalogue/serviceForEdit";
import type { FormattedTexts } from "~/richtext/renderRichText";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { ServiceForm } from "./ServiceForm";
import { ServiceImageForm } from "./ServiceImageForm";

export interface ServiceTabProps {
  /** Null while it is being created. */
  service: EditableService | null;
  /** Its rich texts as their readers see them. */
  formatted?: FormattedTexts;
  /** The answer to a post that failed. */
  posted?: FileFormAnswer;
}

/** The Service tab: the service's form, and the image, which is posted separately. */
export function ServiceTab({ service, formatted, posted }: ServiceTabProps) {
  const [version, follow] = useOwnVersion(service?.version ?? 0, posted !== undefined);
  const ofImage = posted?.result?.initialValue?.form === "image";
  return (
    <div className="service-tab">
      <ServiceForm
        service={service}
        version={version}
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

/**
 * The version this page was rendered from. Only the page's own saves move it on: the image is saved while the other
 * form is half typed, and another person's change must still be noticed (rules.md forms/version).
 */
function useOwnVersion(loaded: number, refused: boolean) {
  const [version, setVersion] = useState(loaded);
  const own = useRef(false);
  useEffect(() => {
    if (own.current && !refused) setVersion(loaded);
    own.current = false;
  }, [loaded, refused]);
  const follow = () => {
    own.current = true;
  };
  return [version, follow] as const;
}
