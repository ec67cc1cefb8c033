import { useActionData, useNavigation, useRouteLoaderData } from "@remix-run/react";
import { useContext, useEffect, useId, useRef, useState } from "react";
import { FORM_KEY, FORM_OWNER } from "~/formNames";
import { FormSeedContext } from "~/formSeed";

export interface FormIdentityProps {
  /** The form has another key, such as a checkout key. */
  keyless?: boolean;
  /** The person whose text the form starts with. Default: the signed-in person. */
  owner?: string;
}

/** Hidden fields that identify an opened form and its owner, so that it is saved once and only for that person. */
export function FormIdentity({ keyless = false, owner }: FormIdentityProps) {
  const page = useRouteLoaderData<{ formOwner: string }>("root");
  return (
    <>
      <FormOwner owner={owner || (page?.formOwner ?? "")} />
      {keyless ? null : <FormKey page={page} />}
    </>
  );
}

/** Keeps the first owner, even if the page's data is later loaded for another person. */
function FormOwner({ owner }: { owner: string }) {
  const [drawnFor, setDrawnFor] = useState(owner);
  if (drawnFor === "" && owner !== "") setDrawnFor(owner);
  return <input type="hidden" name={FORM_OWNER} value={drawnFor} />;
}

/** Keeps the key until the form is saved, so a retry after an error or a lost answer is the same form. */
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

/** The key rendered by the server, for hydration. */
const drawnKey = (id: string) => document.getElementById(id)?.getAttribute("value");
