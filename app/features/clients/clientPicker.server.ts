import { type ClientOption, clientOptions, type PickedClient, toClientOption } from "~/domain/clients/clientOptions";
import { findClient } from "~/domain/clients/findClient";
import type { Context } from "~/domain/context";
import { foundOrNull } from "~/http/foundOrNull.server";

/**
 * Reads the picked client from a URL or posted form, so that a rejected form keeps it without script too. A client
 * deleted in between is dropped.
 */
export async function pickedClient(ctx: Context, typed: URLSearchParams | FormData): Promise<PickedClient> {
  const text = (name: string) => {
    const value = typed.get(name);
    return typeof value === "string" ? value : "";
  };
  const search = text("clientSearch");
  const [matches, chosen] = await Promise.all([clientOptions(ctx, search), chosenClient(ctx, text("clientId"))]);
  return { search, matches, chosen };
}

async function chosenClient(ctx: Context, id: string): Promise<ClientOption | null> {
  const client = id ? await foundOrNull(findClient(ctx, id)) : null;
  return client && toClientOption(client);
}
