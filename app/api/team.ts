import { z } from "zod";
import { AwayDay } from "~/domain/accounts/workingDayInput";
import { emailField } from "~/domain/emailField";
import { privileges } from "~/domain/roles";
import { createTeamAccount } from "~/domain/team/createTeamAccount";
import { deleteTeamAccount } from "~/domain/team/deleteTeamAccount";
import { findTeam, type TeamAccount, teamAccount } from "~/domain/team/findTeam";
import { NewTeamAccountInput, TeamAccountCall } from "~/domain/team/teamInputs";
import { teamList } from "~/domain/team/teamList";
import { updateTeamAccount } from "~/domain/team/updateTeamAccount";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { type Endpoint, endpoint } from "./endpoint";

const teamShape = z.object({
  _id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  privileges: z.enum(privileges).nullable(),
  /** The first day back, yyyy-MM-dd; null when the person is here. */
  awayUntil: z.string().nullable(),
  version: z.number(),
});

const onTheWire = ({
  id,
  photoKey: _photo,
  twoFactor: _factor,
  invited: _invited,
  away: _away,
  awayDay,
  ...account
}: TeamAccount): z.infer<typeof teamShape> => ({
  _id: id,
  ...account,
  awayUntil: awayDay || null,
});

export const teamRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/admin/find",
    permission: "team.manage",
    summary: "List team accounts, by default 100. Filters: privileges (eq, in), name (like), email (eq, like).",
    input: pagedRequest,
    output: z.object({ content: z.array(teamShape), totalElements: z.number() }),
    run: async (ctx, input) => {
      const { content, totalElements } = await findTeam(ctx, listFromBody(teamList, input));
      return { content: content.map(onTheWire), totalElements };
    },
  }),
  endpoint({
    method: "GET",
    path: "/admin/privileges",
    permission: "team.manage",
    summary: "List the privileges that a team account can have",
    output: z.array(z.enum(privileges)),
    run: async () => privileges,
  }),
  endpoint({
    method: "POST",
    path: "/admin/create",
    permission: "team.manage",
    summary: "Add a team account",
    input: NewTeamAccountInput,
    output: teamShape,
    run: async (ctx, input) => onTheWire(await createTeamAccount(ctx, input)),
  }),
  endpoint({
    method: "POST",
    path: "/admin/update",
    permission: "team.manage",
    summary: "Update a team account by its email address. A new password ends its sessions.",
    input: TeamAccountCall.omit({ awayDay: true }).extend({ awayUntil: AwayDay.nullish() }),
    output: teamShape,
    run: async (ctx, { email, awayUntil, ...input }) => {
      const { id } = await teamAccount(ctx, { email });
      const awayDay = awayUntil === null ? "" : awayUntil;
      return onTheWire(await updateTeamAccount(ctx, { ...input, awayDay, id }));
    },
  }),
  endpoint({
    method: "POST",
    path: "/admin/delete",
    permission: "team.manage",
    summary: "Remove a team account by its email address. Its sessions end immediately.",
    input: z.object({ email: emailField, version: z.number().int().optional() }),
    output: z.object({ message: z.string() }),
    run: async (ctx, { email, version }) => {
      const { id } = await teamAccount(ctx, { email });
      await deleteTeamAccount(ctx, { id, version });
      return { message: "Team account deleted" };
    },
  }),
];
