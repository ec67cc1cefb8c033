import { z } from "zod";
import { search } from "~/domain/search/search";
import { searchKinds } from "~/domain/search/searchGroups";
import { SearchInput } from "~/domain/search/searchInput";
import { type Endpoint, endpoint } from "./endpoint";

export const searchRows: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/search",
    permission: "search",
    summary: "Find records, pages and actions by number, name, address, company or site: at most five of a kind",
    input: SearchInput,
    output: z.object({
      groups: z.array(
        z.object({
          kind: z.enum(searchKinds),
          hits: z.array(z.object({ title: z.string(), detail: z.string(), href: z.string() })),
        }),
      ),
    }),
    run: async (ctx, input) => ({ groups: await search(ctx, input) }),
  }),
];
