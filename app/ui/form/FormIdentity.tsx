import { useActionData, useNavigation, useRouteLoaderData } from "@remix-run/react";
import { useContext, useEffect, useId, useRef, useState } from "react";
import { FORM_KEY, FORM_OWNER } from "~/formNames";
import { FormSeedContext } from "~/formSeed";

export interface FormIdentityProps {
  /** The form has a key of its own for what it makes. */
  keyless?: boolean;
  /** Whose text the form starts with; default the person who is signed in. */
  owner?: string;
}

/** Hidden fields that name an opened form and the person it was drawn for, so that it is saved once and for nobody else. */
export function FormIdentity({ keyless = false, owner }: FormIdentityProps) {
  const page = useRouteLoaderData<{ formOwner: string }>("root");
  return (
    <>
      <FormOwner owner={owner || (page?.formOwner ?? "")} />
      {keyless ? null : <FormKey page={page} />}
    </>
  );
}

/** A form that was drawn for one person stays theirs, whoever the page's data is read for later. */
function FormOwner({ owner }: { owner: string }) {
  const [drawnFor, setDrawnFor] = useState(owner);
  if (drawnFor === "" && owner !== "") setDrawnFor(owner);
  return <input type="hidden" name={FORM_OWNER} value={drawnFor} />;
}

/** The key stays until the form was saved: sent again after silence or after an error, it is the same form. */
function FormKey({ page }: { page: unknown }) {
  const seed = useContext(FormSeedContext);
  const id = useId();
  const [key, setKey] = useState(() => (seed ? `${seed}${id}` : (drawnKey(id) ?? crypto.randomUUID())));
  const navigation = useNavigation();
  const refused = useActionData() !== undefined;
  const before = useRef({ page, posting: false });
  useEffect(() => {
    // A saved post leads to a page without action data, for which the root's data is read again.
    if (before.current.posting && before.current.page !== page && !refused) setKey(crypto.randomUUID());
    before.current = { page, posting: navigation.formMethod === "POST" };
  });
  return <input type="hidden" name={FORM_KEY} id={id} value={key} />;
}

/** The key that the server drew, for the script that takes the page over. */
const drawnKey = (id: string) => document.getElementById(id)?.getAttribute("value");
