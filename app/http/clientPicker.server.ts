import { type ClientOption, clientOptions } from "~/domain/clients/clientOptions";
import { findClient } from "~/domain/clients/findClient";
import type { Context } from "~/domain/context";
import { NotFound } from "~/domain/errors";
import { fullName } from "~/format/names";

/** What a page with a client to choose shows of the choice: what was searched for, who was found, who is chosen. */
export interface PickedClient {
  search: string;
  found: ClientOption[];
  chosen: ClientOption | null;
}

/**
 * The choice of a client as an address or a posted form has it, so that a form that is refused comes back with it without
 * script too. One who is gone meanwhile is not chosen any more.
 */
export async function pickedClient(ctx: Context, typed: URLSearchParams | FormData): Promise<PickedClient> {
  const text = (name: string) => {
    const value = typed.get(name);
    return typeof value === "string" ? value : "";
  };
  const search = text("clientSearch");
  const [found, chosen] = await Promise.all([clientOptions(ctx, search), chosenClient(ctx, text("clientId"))]);
  return { search, found, chosen };
}

async function chosenClient(ctx: Context, id: string): Promise<ClientOption | null> {
  if (!id) return null;
  try {
    const client = await findClient(ctx, id);
    return { id: client.id, name: fullName(client), email: client.email };
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}
