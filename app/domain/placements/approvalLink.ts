import { and, eq, isNull } from "drizzle-orm";
import { users } from "~db/schema";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import { NotFound } from "../errors";
import type { ProposalSubject } from "./proposalInput";
import { placementForLink, type StoredPlacement } from "./storedPlacements";

const APPROVAL_LINK_DAYS = 30;

/** What a token proves: one proposal of one link, for the client who got the mail. */
interface Signed {
  placementId: string;
  subject: ProposalSubject;
  /** Counts the link's proposals. */
  proposal: number;
  clientId: string;
  /** ms UTC. */
  expiresAt: number;
}

/** The client is signed and not in the token, so a link that was moved to another client opens nothing. */
const signedText = ({ placementId, subject, proposal, clientId, expiresAt }: Signed) =>
  `${placementId}:${subject}:${proposal}:${clientId}:${expiresAt}`;

const TOKEN = /^([0-9A-Za-z_-]{1,64})\.(site|content)\.(\d{1,9})\.(\d{1,15})\.([0-9A-Za-z_-]{43})$/;

/** The token of `paths.approval` (rules.md placements/approval). Make it only while sending the mail. */
export async function makeApprovalToken(
  ctx: Pick<Context, "signer" | "now">,
  { id, clientId, proposal }: Pick<StoredPlacement, "id" | "clientId" | "proposal">,
  subject: ProposalSubject,
): Promise<string> {
  const expiresAt = ctx.now + APPROVAL_LINK_DAYS * DAY_MS;
  const mac = await ctx.signer.mac(
    "approval-link",
    signedText({ placementId: id, subject, proposal, clientId, expiresAt }),
  );
  return [id, subject, proposal, expiresAt, mac].join(".");
}

export interface ApprovalLink extends Signed {
  placement: StoredPlacement;
  expired: boolean;
}

/**
 * What a token opens. Throws NotFound for a forged one, for one of another row, proposal or client, and for a deleted
 * client; TooMany for a network that sends many of those.
 */
export async function openApprovalToken(ctx: Context, token: string): Promise<ApprovalLink> {
  const link = await provenLink(ctx, token);
  if (link) return link;
  await consumeRateLimit(ctx, "approvalLink");
  throw new NotFound();
}

async function provenLink(ctx: Context, token: string): Promise<ApprovalLink | null> {
  const [, placementId, subject, proposal, expiresAt, mac] = TOKEN.exec(token) ?? [];
  if (!placementId || !mac) return null;
  const placement = await placementForLink(ctx, placementId);
  if (!placement) return null;
  const signed: Signed = {
    placementId,
    subject: subject as ProposalSubject,
    proposal: Number(proposal),
    clientId: placement.clientId,
    expiresAt: Number(expiresAt),
  };
  if (!(await ctx.signer.isMac("approval-link", signedText(signed), mac))) return null;
  const client = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, placement.clientId), isNull(users.deletedAt)))
    .get();
  return client ? { ...signed, placement, expired: signed.expiresAt <= ctx.now } : null;
}
