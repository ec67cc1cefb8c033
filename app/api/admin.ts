import { z } from "zod";
import { assigneeOptions } from "~/domain/team/assigneeOptions";
import { type Endpoint, endpoint } from "./endpoint";

export const adminRows: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/admin/dropDown",
    permission: "team.options",
    summary: "Team members that an order can be assigned to",
    output: z.array(z.object({ _id: z.string(), name: z.string(), email: z.string() })),
    run: async (ctx) => (await assigneeOptions(ctx)).map(({ id, ...option }) => ({ _id: id, ...option })),
  }),
];
