import { useLocation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useRef } from "react";
import { showToast } from "../feedback/showToast";
import { postedBy, postInBackground } from "../form/postInBackground";

interface PreferenceFormProps {
  action: string;
  /** Applies the choice to the page before it is saved. */
  onChoose?: () => void;
  children: ReactNode;
}

/** Posts a display preference of this browser (theme, side menu). With script the page stays, whatever the response. */
export function PreferenceForm({ action, onChoose, children }: PreferenceFormProps) {
  const { pathname, search } = useLocation();
  const last = useRef(Promise.resolve());
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = postedBy(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    onChoose?.();
    // In sequence, so that the last choice wins.
    last.current = last.current
      .then(() => postInBackground(action, body))
      .then(
        () => {},
        () => void showToast("info", "We could not save this choice. It lasts until you reload the page."),
      );
  };
  return (
    <form method="post" action={action} onSubmit={save}>
      <input type="hidden" name="returnTo" value={pathname + search} />
      {children}
    </form>
  );
}
