import type { Zones } from "~/format/zones";
import type { Db } from "~db/client.server";
import type { BreachedPasswords } from "./ports/breachedPasswords";
import type { EvidenceDesk } from "./ports/evidence";
import type { FileScanner } from "./ports/fileScanner";
import type { Files } from "./ports/files";
import type { LinkWatch } from "./ports/linkWatch";
import type { NoteEvent } from "./ports/noteEvent";
import type { Payments } from "./ports/payments";
import type { Printer } from "./ports/printer";
import type { Publish } from "./ports/publish";
import type { Referrals } from "./ports/referrals";
import type { Signer } from "./ports/signer";
import type { Privilege, Role } from "./roles";
import type { Settings } from "./settings";

export interface ActorUser {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  privileges: Privilege | null;
  affiliate: boolean;
  affiliateCode: string | null;
  /** IANA name; absent or null reads times in the agency's zone. */
  timeZone?: string | null;
}

/** Who asks. An impersonated customer acts with the customer's rights and is recorded with the admin's name. */
export type Actor =
  | { kind: "anonymous" }
  /**
   * `setUpFirst`: the team has to have a second factor and this member has none yet
   * (docs/decisions/0020-two-factor.md).
   */
  | { kind: "user"; user: ActorUser; sessionId: string; setUpFirst?: true }
  | { kind: "impersonated"; user: ActorUser; adminId: string; sessionId: string }
  | { kind: "system"; name: string };

/** A user as far as an access token names them, which is all that a read before the session's check may depend on. */
export type TokenUser = Pick<ActorUser, "id" | "role">;
/** An actor, or the claim of one. */
export type Viewer = Actor | { kind: "user"; user: TokenUser };

/** What every operation is given. Nothing of the web, nothing of the platform. */
export interface Context {
  db: Db;
  actor: Actor;
  /** ms UTC, the same for the whole request. */
  now: number;
  /** Name, addresses, texts and choices of the agency, as this request sees them. */
  settings: Settings;
  files: Files;
  /** Absent where no scanner is bound. */
  fileScanner?: FileScanner;
  /** Absent where passwords are not checked, as in the local run. */
  breachedPasswords?: BreachedPasswords;
  /** Absent where the Worker of the link watch is not bound. */
  linkWatch?: LinkWatch;
  /** Absent in Workers, where evidence is made and not asked for. */
  evidence?: EvidenceDesk;
  payments: Payments;
  printer: Printer;
  referrals: Referrals;
  publish: Publish;
  signer: Signer;
  /** Absent in Workers, whose lines the platform keeps. */
  noteEvent?: NoteEvent;
  /** Absolute address of the portal without a final slash: every link that leaves it starts here. */
  siteUrl: string;
  /** The host name of reply addresses. Absent where the portal takes no answers by email. */
  replyDomain?: string;
  /** The address that limits are counted by; null for loopback, which is not limited (S5). */
  address: string | null;
  userAgent: string;
  /** The cookie of browsers that signed in before (rules.md security/known-browsers); absent in API calls. */
  browserCookie?: string | null;
  requestId: string;
  /**
   * The posted form. The first history entry of its save carries `act` (`FormAct`); a file that comes ahead has none.
   */
  form?: { key: string; act?: string; historyId: string | null };
  /** Whether staff must have a second factor; optional when left out. */
  staffTwoFactor?: "optional" | "required";
  /** Runs work after the answer has left. */
  after(work: () => Promise<unknown>): void;
}

/** The signed-in person, or null for visitors and the system. */
export function userOf(actor: Actor): ActorUser | null;
export function userOf(actor: Viewer): TokenUser | null;
export function userOf(actor: Viewer) {
  return actor.kind === "user" || actor.kind === "impersonated" ? actor.user : null;
}

/** That person's id, or '' for visitors and the system, which no row has. */
export const actorId = ({ actor }: Pick<Context, "actor">) => userOf(actor)?.id ?? "";

/** The session of this request, or '' for visitors and the system. */
export const sessionIdOf = ({ actor }: Pick<Context, "actor">) =>
  actor.kind === "user" || actor.kind === "impersonated" ? actor.sessionId : "";

export const isStaff = (actor: Viewer) => actor.kind === "user" && actor.user.role === "ADMIN";

export type Affiliate = ActorUser & { affiliateCode: string };

/** True for a customer with the affiliate flag and a code. */
export const isAffiliate = (user: ActorUser | null): user is Affiliate =>
  user !== null && user.role === "CUSTOMER" && user.affiliate && Boolean(user.affiliateCode);

/** The zone of the agency's days: dashboard, reports, due dates, working days and invoices. */
export const agencyZone = ({ settings }: Pick<Context, "settings">): string => settings.company.timeZone;

/** The zone in which a person reads times: their own, or the agency's until they choose one (rules.md pages/dates). */
export const zoneOf = (
  ctx: Pick<Context, "settings">,
  person: { timeZone?: string | null } | null | undefined,
): string => person?.timeZone ?? agencyZone(ctx);

/** The same of the person who asks; a visitor and the system have the agency's. */
export const readerZone = (ctx: Pick<Context, "actor" | "settings">): string => zoneOf(ctx, userOf(ctx.actor));

export const zonesOf = (ctx: Pick<Context, "actor" | "settings">): Zones => ({
  zone: readerZone(ctx),
  agencyZone: agencyZone(ctx),
});
