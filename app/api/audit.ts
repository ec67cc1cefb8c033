import { z } from "zod";
import { auditList } from "~/domain/history/auditList";
import { type AuditActor, findAudit } from "~/domain/history/findAudit";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { historyEntities } from "~db/schema/history";
import { type Endpoint, endpoint } from "./endpoint";
import { isoTime } from "./wire";

const person = z.object({ _id: z.string(), name: z.string(), email: z.string().nullable() });
const value = z.union([z.string(), z.number(), z.boolean()]).nullable();

const toApiPerson = ({ id, name, email }: AuditActor): z.infer<typeof person> => ({ _id: id, name, email });

export const auditRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/audit/find",
    permission: "audit.list",
    summary:
      "List changes of all records but orders and links, newest first. `actingAs` is the client whom staff acted as.",
    input: pagedRequest,
    output: z.object({
      content: z.array(
        z.object({
          _id: z.string(),
          person,
          actingAs: person.nullable(),
          action: z.string(),
          record: z.enum(historyEntities),
          recordId: z.string(),
          changes: z.array(z.object({ field: z.string(), before: value, after: value })),
          createdTime: z.string(),
        }),
      ),
      totalElements: z.number(),
    }),
    run: async (ctx, body) => {
      const { content, totalElements } = await findAudit(ctx, listFromBody(auditList, body));
      return {
        content: content.map(({ id, actor, realActor, entity, entityId, createdAt, action, changes }) => ({
          _id: id,
          person: toApiPerson(realActor ?? actor),
          actingAs: realActor ? toApiPerson(actor) : null,
          action,
          record: entity,
          recordId: entityId,
          changes,
          createdTime: isoTime(createdAt),
        })),
        totalElements,
      };
    },
  }),
];
