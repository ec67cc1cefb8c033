import { readForm } from "./readForm.server";
import { textEntries } from "./textEntries";

/** The search of a posted GET form: what the pickers show, also before they were applied. They win over the URL. */
export async function postedSearch(request: Request): Promise<URLSearchParams> {
  const { searchParams } = new URL(request.url);
  // A caller without a form sends no body and hence no type.
  const fields = request.headers.has("Content-Type") ? textEntries(await readForm(request)) : [];
  for (const [name] of fields) searchParams.delete(name);
  for (const [name, value] of fields) searchParams.append(name, value);
  return searchParams;
}
