import { z } from "zod";
import { findUser } from "~/domain/accounts/findUser";
import { IMPERSONATION_MS } from "~/domain/accounts/sessionLimits";
import { findReferrals, type Referral } from "~/domain/affiliates/findReferrals";
import { referralList } from "~/domain/affiliates/referralList";
import { type ClientDetails, clientDetails } from "~/domain/clients/clientDetails";
import { NewClientInput, UpdateClientInput } from "~/domain/clients/clientInputs";
import { clientList } from "~/domain/clients/clientList";
import { createClient } from "~/domain/clients/createClient";
import { type ClientListRow, findClients } from "~/domain/clients/findClients";
import { signInAsClient } from "~/domain/clients/signInAsClient";
import { updateClient } from "~/domain/clients/updateClient";
import { isStaff } from "~/domain/context";
import { paymentAccounts } from "~/domain/ports/payments";
import { clientTypes, userStatuses } from "~/domain/roles";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { type Endpoint, endpoint, idQuery } from "./endpoint";
import { toApiUser, userEntity } from "./user";
import { isoTime } from "./wire";

const commissionMetaData = z.object({
  serviceId: z.string(),
  percent: z.number(),
  firstTime: z.boolean(),
  perpetual: z.boolean(),
});

/** The client with its ids at other systems. */
const clientEntity = userEntity.extend({
  commissionMetaDataList: z.array(commissionMetaData),
  /** The id of a migrated client in the old system. */
  providerId: z.string().nullable(),
  paymentCustomers: z.array(z.object({ account: z.enum(paymentAccounts), customerId: z.string().nullable() })),
});

const rowShape = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  lastLogin: z.string().nullable(),
  userStatus: z.enum(userStatuses),
  clientType: z.enum(clientTypes).nullable(),
  createdTime: z.string(),
  version: z.number(),
});

const toApiRow = ({
  id,
  createdAt,
  lastLogin,
  company: _company,
  taxId: _taxId,
  ...row
}: ClientListRow): z.infer<typeof rowShape> => ({
  _id: id,
  ...row,
  lastLogin: isoTime(lastLogin),
  createdTime: isoTime(createdAt),
});

/** The only fields an affiliate sees of a referred client. */
const referralShape = rowShape.pick({ firstName: true, lastName: true, createdTime: true, userStatus: true });

const toApiReferral = ({ firstName, lastName, createdAt, userStatus }: Referral): z.infer<typeof referralShape> => ({
  firstName,
  lastName,
  createdTime: isoTime(createdAt),
  userStatus,
});

/** Leaves out team notes, totals, sign-in methods and attribution, which are not part of the entity. */
function toApiClient({
  importedId,
  commissions,
  paymentCustomers,
  notes: _notes,
  notesAround: _around,
  totals: _totals,
  referral: _referral,
  passwordSet: _set,
  twoFactor: _factor,
  lastOrder: _order,
  deletionDueAt: _deletion,
  ...record
}: ClientDetails): z.infer<typeof clientEntity> {
  return {
    ...toApiUser(record),
    providerId: importedId,
    paymentCustomers,
    commissionMetaDataList: commissions.map(({ serviceName: _, percent, ...setting }) => ({
      ...setting,
      percent: percent / 100,
    })),
  };
}

/** The operation's schema with the list under its API name. */
const UpdateClientBody = UpdateClientInput.omit({ commissions: true, company: true })
  .extend({ commissionMetaDataList: UpdateClientInput.shape.commissions })
  .transform(({ commissionMetaDataList, ...input }) => ({ ...input, commissions: commissionMetaDataList }));

export const userClientRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/user/find",
    permission: "clients.find",
    summary: "List clients, newest first. Affiliates get only the clients they referred, with fewer fields.",
    input: pagedRequest,
    output: z.object({ content: z.array(z.union([rowShape, referralShape])), totalElements: z.number() }),
    run: async (ctx, body) => {
      if (!isStaff(ctx.actor)) {
        const page = await findReferrals(ctx, listFromBody(referralList, body));
        return { content: page.content.map(toApiReferral), totalElements: page.totalElements };
      }
      const { content, totalElements } = await findClients(ctx, listFromBody(clientList, body));
      return { content: content.map(toApiRow), totalElements };
    },
  }),
  endpoint({
    method: "POST",
    path: "/user/create",
    permission: "clients.edit",
    summary: "Create a client and invite them by mail to set a password",
    input: NewClientInput,
    output: clientEntity,
    run: async (ctx, input) => toApiClient(await clientDetails(ctx, await createClient(ctx, input))),
  }),
  endpoint({
    method: "GET",
    path: "/user/detail/{id}",
    permission: "account.detail",
    summary:
      "Get a user. Customers get themselves only; staff also get a client's commission settings and outside ids.",
    input: idQuery,
    output: z.union([clientEntity, userEntity]),
    run: async (ctx, { id }) => {
      const user = await findUser(ctx, id);
      const withClientFields = isStaff(ctx.actor) && user.role === "CUSTOMER";
      return withClientFields ? toApiClient(await clientDetails(ctx, id)) : toApiUser(user);
    },
  }),
  endpoint({
    method: "PUT",
    path: "/user/detail/{id}",
    permission: "clients.edit",
    summary: "Update a client: contact, address, status, type and affiliate settings. Absent fields are unchanged.",
    input: UpdateClientBody,
    output: clientEntity,
    run: async (ctx, input) => {
      await updateClient(ctx, input);
      return toApiClient(await clientDetails(ctx, input.id));
    },
  }),
  endpoint({
    method: "GET",
    path: "/user/token/{id}",
    changes: true,
    permission: "clients.impersonate",
    summary: "Get a 60-minute token to act as a client. It cannot be refreshed, and history names both users.",
    input: idQuery,
    output: z.object({ jwtToken: z.string() }),
    run: async (ctx, { id }) => {
      const { sessionId, generation } = await signInAsClient(ctx, id, "api");
      return { jwtToken: await ctx.signer.accessToken({ sessionId, generation }, ctx.now + IMPERSONATION_MS) };
    },
  }),
];
