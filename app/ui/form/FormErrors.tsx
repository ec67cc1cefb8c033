import { useActionData } from "@remix-run/react";
import { useEffect, useRef } from "react";

type FormErrorsProps = {
  /** Unique in the page. With several forms each needs its own. */
  id?: string;
  /** Above a message that does not say by itself what did not happen. */
  title?: string;
  /** Messages about the form as a whole. */
  errors?: string[];
  /** The fields in page order. Those with errors become links. `fieldProps` gives id and errors. */
  fields?: readonly { id: string; label: string; errors?: string[] }[];
  /** A fetcher's response. A new one takes the focus again, even with the same errors. */
  answer?: unknown;
};

/**
 * The error summary at the top of a form. It takes the focus after a post, never while someone types: fixed fields
 * leave the list as they change. One message about the form is its own heading. Renders nothing without errors.
 */
export function FormErrors({ id = "form-errors", title, errors = [], fields = [], answer }: FormErrorsProps) {
  const box = useRef<HTMLDivElement>(null);
  const wrong = fields.filter((field) => field.errors && field.errors.length > 0);
  const told = [...errors, ...wrong.flatMap((field) => field.errors ?? [])].join("\n");
  const posted = usePosted();
  const acted = useActionData();
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal errors in a new response count too
  useEffect(() => {
    if (told && posted.current) box.current?.focus();
    if (told) posted.current = false;
  }, [told, posted, answer, acted]);
  if (!told) return null;
  // A message that needs no other heading. It does not name the box, whose words would then name fields too.
  const lone = title === undefined && wrong.length === 0 && errors.length === 1;
  if (lone)
    return (
      // biome-ignore lint/a11y/noAutofocus: without script the focus must land on the errors.
      <section className="form-errors" id={id} ref={box} tabIndex={-1} autoFocus>
        <h2>{errors[0]}</h2>
      </section>
    );
  const heading =
    errors.length > 0
      ? "Please check the form"
      : `Please check ${wrong.length === 1 ? "this field" : `${wrong.length} fields`}`;
  return (
    // biome-ignore lint/a11y/noAutofocus: without script the focus must land on the errors.
    <section className="form-errors" id={id} ref={box} tabIndex={-1} aria-labelledby={`${id}-title`} autoFocus>
      <h2 id={`${id}-title`}>{title ?? heading}</h2>
      {errors.map((error) => (
        <p key={error}>{error}</p>
      ))}
      {wrong.length > 0 ? (
        <ul>
          {wrong.map((field) => (
            <li key={field.id}>
              <a href={`#${field.id}`} onClick={() => document.getElementById(field.id)?.focus()}>
                {field.label}
              </a>
              : {field.errors?.join(" ")}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** Whether a form was posted since the last input. True initially, because the page may be the response to a post. */
function usePosted() {
  const posted = useRef(true);
  useEffect(() => {
    const note = (event: Event) => {
      const button = (event as SubmitEvent).submitter;
      // Adding or removing a row is not a post.
      posted.current = event.type === "submit" && button?.getAttribute("name") !== "__intent__";
    };
    for (const type of ["submit", "input"]) addEventListener(type, note, true);
    return () => {
      for (const type of ["submit", "input"]) removeEventListener(type, note, true);
    };
  }, []);
  return posted;
}
