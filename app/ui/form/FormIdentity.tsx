import { useActionData, useNavigation, useResolvedPath, useRouteLoaderData } from "@remix-run/react";
import { type RefObject, useContext, useEffect, useId, useRef, useState } from "react";
import { FORM_KEY, FORM_OWNER } from "~/formNames";
import { FormSeedContext } from "~/formSeed";
import type { FormAnswer } from "./formAnswer";
import { isStale } from "./staleEntries";
import { endPost, guardForm } from "./unsavedForms";

export interface FormIdentityProps {
  /** The form has another key, such as a checkout key. */
  keyless?: boolean;
  /** The person whose text the form starts with. Default: the signed-in person. */
  owner?: string;
  /** Leaving asks nothing, because a choice is saved immediately or the input is worth nothing later. */
  unguarded?: boolean;
  /** True when the form and its input stay at this query of its page. Default: never. */
  stays?: (search: URLSearchParams) => boolean;
}

/**
 * Hidden fields that identify an opened form and its owner, so that it is saved once and only for that person. The
 * form's unsaved input is asked about before it is left.
 */
export function FormIdentity({ keyless = false, owner, ...guard }: FormIdentityProps) {
  const page = useRouteLoaderData<{ formOwner: string }>("root");
  return (
    <>
      <FormOwner owner={owner || (page?.formOwner ?? "")} {...guard} />
      {keyless ? null : <FormKey />}
    </>
  );
}

/** Keeps the first owner, even if the page's data is later loaded for another person. */
function FormOwner({ owner, ...guard }: { owner: string } & Pick<FormIdentityProps, "unguarded" | "stays">) {
  const [drawnFor, setDrawnFor] = useState(owner);
  if (drawnFor === "" && owner !== "") setDrawnFor(owner);
  const field = useRef<HTMLInputElement>(null);
  useUnsavedGuard(field, guard);
  return <input ref={field} type="hidden" name={FORM_OWNER} value={drawnFor} />;
}

/** Guards the input of the field's form. */
function useUnsavedGuard(field: RefObject<HTMLInputElement>, { unguarded, stays }: FormIdentityProps) {
  const { pathname } = useResolvedPath("");
  const staysAt = useRef(stays);
  staysAt.current = stays;
  useEffect(() => {
    const form = field.current?.form;
    if (unguarded || !form) return;
    return guardForm(form, { path: pathname, stays: (search) => staysAt.current?.(search) ?? false });
  }, [field, pathname, unguarded]);
  useEndOfPost((saved) => {
    if (field.current?.form) endPost(field.current.form, saved);
  });
}

/** Keeps the key until the form is saved, so a retry after an error or a lost answer is the same form. */
function FormKey() {
  const seed = useContext(FormSeedContext);
  const id = useId();
  const [key, setKey] = useState(() => (seed ? `${seed}${id}` : (drawnKey(id) ?? crypto.randomUUID())));
  const answer = useActionData<FormAnswer>();
  useEndOfPost((saved) => {
    if (saved) setKey(crypto.randomUUID());
  });
  // The next post starts from the version of another person, so it is another form.
  useEffect(() => {
    if (isStale(answer?.result)) setKey(crypto.randomUUID());
  }, [answer]);
  return <input type="hidden" name={FORM_KEY} id={id} value={key} />;
}

/** Calls `end` after every post of the page. */
function useEndOfPost(end: (saved: boolean) => void) {
  const page = useRouteLoaderData("root");
  const navigation = useNavigation();
  const refused = useActionData() !== undefined;
  const before = useRef({ page, posting: false });
  useEffect(() => {
    const posting = navigation.formMethod === "POST";
    // A saved post leads to a page without action data, for which the root's data is read again.
    const saved = before.current.page !== page && !refused;
    if (before.current.posting && (saved || !posting)) end(saved);
    before.current = { page, posting };
  });
}

/** The key rendered by the server, for hydration. */
const drawnKey = (id: string) => document.getElementById(id)?.getAttribute("value");
