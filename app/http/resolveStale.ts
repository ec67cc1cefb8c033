import { z } from "zod";
import {
  isPartOf,
  postedEntries,
  STALE_ALL,
  STALE_VERSION,
  sameEntries,
  staleChoice,
  staleField,
} from "~/ui/form/staleEntries";

const Entries = z.array(z.tuple([z.string(), z.string()]));
const BothVersions = z.object({ mine: Entries, theirs: Entries });

/**
 * Applies the choices of a form that was refused as stale: a field takes the other person's value where it was chosen,
 * unless it was edited since, and the form gets the version that the person has seen. Returns the form.
 */
export function resolveStale(form: FormData): FormData {
  const version = form.get(STALE_VERSION);
  if (typeof version !== "string") return form;
  const all = form.get(STALE_ALL);
  for (const key of [...form.keys()].filter((one) => one.startsWith(staleField("")))) {
    const name = key.slice(staleField("").length);
    const both = bothVersions(form.get(key));
    const choice = all === "mine" || all === "theirs" ? all : form.get(staleChoice(name));
    form.delete(key);
    form.delete(staleChoice(name));
    if (!both || choice !== "theirs" || !sameEntries(both.mine, postedEntries(form, name))) continue;
    for (const part of [...form.keys()].filter((one) => isPartOf(name, one))) form.delete(part);
    for (const [part, value] of both.theirs) if (isPartOf(name, part)) form.append(part, value);
  }
  form.delete(STALE_ALL);
  form.delete(STALE_VERSION);
  form.set("version", version);
  return form;
}

function bothVersions(text: unknown) {
  try {
    return BothVersions.parse(JSON.parse(String(text)));
  } catch {
    return null;
  }
}
