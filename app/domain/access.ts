import { type Actor, type Affiliate, type Context, isAffiliate, userOf } from "./context";
import { Forbidden, Unauthenticated } from "./errors";

/** The message for customers outside the programme. */
export const NOT_ENABLED =
  "Your account is not enabled for the affiliate programme. Please contact the administrator or support.";

/**
 * The audiences of the access table and its test. An affiliate is a customer; `affiliatesOnly` narrows a permission
 * to affiliates.
 */
export const audiences = ["anonymous", "customer", "Manager", "Admin", "SuperAdmin", "system"] as const;
export type Audience = (typeof audiences)[number];

const everyone: readonly Audience[] = audiences;
const people: readonly Audience[] = ["customer", "Manager", "Admin", "SuperAdmin"];
const visitors: readonly Audience[] = ["anonymous", ...people];
const customers: readonly Audience[] = ["customer"];
const staff: readonly Audience[] = ["Manager", "Admin", "SuperAdmin"];
const seniorStaff: readonly Audience[] = ["Admin", "SuperAdmin"];
const superAdmins: readonly Audience[] = ["SuperAdmin"];
const system: readonly Audience[] = ["system"];

interface Rule {
  who: readonly Audience[];
  /** Blocked while an admin acts as a customer (rules.md accounts/impersonation). */
  notImpersonated?: true;
  /** Limits customers to those with the affiliate flag and a code. */
  affiliatesOnly?: true;
  /** Available to staff who must set up a second factor first: what they need to do so, or to sign out. */
  beforeSetUp?: true;
}

/**
 * Role x permission. Guards, menus, the API document and the access test all read this table (rules.md team/roles,
 * reports/who-sees, team/safeguards, accounts/impersonation, checkout/no-staff).
 */
export const permissions = {
  "account.signIn": { who: visitors },
  "account.signUp": { who: visitors },
  "account.resetPassword": { who: visitors, beforeSetUp: true },
  "account.refresh": { who: visitors },
  "account.signOut": { who: people, beforeSetUp: true },
  "account.current": { who: people, beforeSetUp: true },
  "account.detail": { who: people },
  "account.frame": { who: people, beforeSetUp: true },
  "account.profile": { who: people },
  "account.security": { who: people, notImpersonated: true },
  "account.twoFactor": { who: people, notImpersonated: true, beforeSetUp: true },
  "account.resetTwoFactor": { who: superAdmins },
  "account.welcome": { who: people },
  "account.countries": { who: visitors },
  /** Download and deletion of the own data. */
  "personalData.own": { who: customers, notImpersonated: true },
  "personalData.manage": { who: seniorStaff },
  "audit.list": { who: superAdmins },
  "clients.read": { who: staff },
  "clients.edit": { who: staff },
  "clients.export": { who: staff },
  "clients.impersonate": { who: staff },
  "clients.endSessions": { who: staff },
  "affiliates.programme": { who: customers },
  "affiliates.own": { who: customers, affiliatesOnly: true },
  "affiliates.track": { who: visitors },
  "affiliates.traffic": { who: staff },
  "clients.find": { who: people, affiliatesOnly: true },
  "orders.move": { who: staff },
  "account.backToAdmin": { who: customers },
  "team.options": { who: staff },
  "team.manage": { who: superAdmins },
  "securityEvents.list": { who: superAdmins },
  "notifications.own": { who: people },
  "outbox.deliver": { who: system },
  /** The address of an email is its proof; it is then written with the rights of the person. */
  "inboundMail.receive": { who: system },
  "home.view": { who: people },
  /** Customers find their own records. */
  search: { who: people },
  "catalogue.browse": { who: people },
  "catalogue.checkout": { who: visitors },
  "shop.view": { who: visitors },
  "services.manage": { who: staff },
  "announcements.manage": { who: staff },
  "coupons.manage": { who: staff },
  /**
   * The checkout page, signed in or not. The API requires a bearer token, and staff cannot buy (rules.md
   * checkout/no-staff, coupons/answer).
   */
  "coupons.apply": { who: visitors },
  "coupons.applyByApi": { who: customers },
  "announcements.read": { who: people },
  "announcements.dismiss": { who: customers, notImpersonated: true },
  "creatives.view": { who: people },
  "creatives.manage": { who: staff },
  "reports.view": { who: seniorStaff },
  "checkout.view": { who: visitors },
  "checkout.order": { who: customers },
  /** To see and use saved cards. Staff who act as a customer cannot pay with the customer's card. */
  "checkout.cards": { who: customers, notImpersonated: true },
  "checkout.complete": { who: customers },
  "checkout.settle": { who: [...customers, ...system] },
  "checkout.clean": { who: system },
  "carts.mail": { who: system },
  /** The signed link of a mail is the proof. */
  "carts.unsubscribe": { who: visitors, beforeSetUp: true },
  /** Addresses of lists under a name. Those of the team are changed by their maker and by admins. */
  "views.own": { who: staff },
  "views.team": { who: seniorStaff },
  "work.view": { who: staff },
  "orders.list": { who: people },
  "orders.read": { who: people },
  "orders.edit": { who: staff },
  "orders.create": { who: staff },
  "orders.export": { who: staff },
  "orders.reopenCancelled": { who: superAdmins },
  /** The system: a guaranteed link that was not replaced in time. */
  "orders.refund": { who: [...seniorStaff, ...system] },
  "orders.projectDetails": { who: people },
  "orders.invoice": { who: people },
  "dashboard.view": { who: staff },
  "orders.messages": { who: people },
  "orders.adminThread": { who: staff },
  "inbox.view": { who: staff },
  "savedReplies.manage": { who: staff },
  "tags.manage": { who: staff },
  "messages.sendScheduled": { who: system },
  "orders.reports": { who: people },
  "orders.manageReports": { who: staff },
  "orders.answerDelivery": { who: customers },
  "orders.import": { who: system },
  "placements.list": { who: people },
  "placements.export": { who: people },
  /** Clients change the details of their own links, staff all of them. */
  "placements.edit": { who: people },
  "placements.manage": { who: staff },
  "placements.answer": { who: customers },
  /** The signed link of a mail is the proof. */
  "placements.answerByLink": { who: visitors },
  "placements.approveBySilence": { who: system },
  /** What the link watch is, for the sites that it visits. */
  "linkChecks.about": { who: visitors },
  /** The checks of a link and their evidence. */
  "linkChecks.read": { who: people },
  "linkChecks.request": { who: staff },
  /** What a person saw on a page that could not be read. */
  "linkChecks.record": { who: staff },
  "linkChecks.run": { who: system },
  "claims.list": { who: people },
  "claims.open": { who: people },
  "claims.decide": { who: staff },
  "claims.refund": { who: seniorStaff },
  "claims.reject": { who: superAdmins },
  "claims.run": { who: system },
  "evidence.download": { who: seniorStaff },
  "disputes.answer": { who: seniorStaff },
  "subscriptions.list": { who: staff },
  "subscriptions.manage": { who: staff },
  "subscriptions.export": { who: staff },
  "subscriptions.own": { who: customers },
  "subscriptions.card": { who: customers, notImpersonated: true },
  "subscriptions.cardLink": { who: visitors, notImpersonated: true },
  "billing.run": { who: system },
  "billing.health": { who: staff },
  /** A monitor has no account: the call checks its token, and tells no more than whether each part works. */
  "health.monitor": { who: visitors },
  "health.view": { who: superAdmins },
  "health.monitorToken": { who: superAdmins },
  "settings.manage": { who: superAdmins },
  "clients.import": { who: superAdmins },
  "data.export": { who: superAdmins },
  "setup.begin": { who: visitors },
  "deadLetters.store": { who: system },
  "deadLetters.manage": { who: superAdmins },
  "payments.unmatched": { who: superAdmins },
  "books.read": { who: superAdmins },
  /** The nightly job, and a super admin who checks now. */
  "books.check": { who: [...superAdmins, ...system] },
  "dashboard.agents": { who: seniorStaff },
  "commissions.list": { who: people },
  "commissions.read": { who: people },
  "commissions.manage": { who: staff },
  "commissions.takeBack": { who: superAdmins },
  "commissions.export": { who: staff },
  "affiliates.list": { who: staff },
  "affiliates.export": { who: staff },
  "affiliates.settings": { who: seniorStaff },
  "payouts.manage": { who: staff },
  "payouts.own": { who: customers },
  "payouts.payee": { who: customers, notImpersonated: true },
  "payouts.statement": { who: people },
  /** Customers: their own data. */
  "exports.own": { who: people },
  "exports.make": { who: system },
  "files.upload": { who: people },
  "files.read": { who: everyone },
  "files.sweep": { who: system },
  "api.document": { who: visitors },
  "gallery.view": { who: visitors },
  "preferences.choose": { who: visitors, beforeSetUp: true },
  "page.missing": { who: visitors, beforeSetUp: true },
} satisfies Record<string, Rule>;

export type Permission = keyof typeof permissions;

export function audienceOf(actor: Actor): Audience {
  if (actor.kind === "system") return "system";
  const user = userOf(actor);
  if (!user) return "anonymous";
  return user.role === "CUSTOMER" ? "customer" : (user.privileges ?? "Manager");
}

/** True when the actor has the permission. Pure, so menus and links call it too. */
export function can(actor: Actor, permission: Permission): boolean {
  const rule: Rule = permissions[permission];
  if (actor.kind === "impersonated" && rule.notImpersonated) return false;
  if (actor.kind === "user" && actor.setUpFirst && !rule.beforeSetUp && !rule.who.includes("anonymous")) return false;
  if (rule.affiliatesOnly && isOtherCustomer(actor)) return false;
  return rule.who.includes(audienceOf(actor));
}

const isOtherCustomer = (actor: Actor) => audienceOf(actor) === "customer" && !isAffiliate(userOf(actor));

/** Shown to an admin acting as a customer when only the customer may make the change. */
export const WITHHELD = "This cannot be changed while you are signed in as a client";

/** True when the customer has the permission and only impersonation blocks it (rules.md accounts/impersonation). */
export const isWithheld = (actor: Actor, permission: Permission) =>
  actor.kind === "impersonated" && !can(actor, permission) && permissions[permission].who.includes("customer" as never);

const SET_UP_FIRST = "Your team requires two-factor sign-in. Set it up on your profile first.";

/**
 * The first statement of every operation. Throws Unauthenticated for a visitor, Forbidden for anyone else without the
 * permission.
 */
export function authorize(ctx: Pick<Context, "actor">, permission: Permission): void {
  if (can(ctx.actor, permission)) return;
  if (ctx.actor.kind === "anonymous") throw new Unauthenticated();
  if (ctx.actor.kind === "user" && ctx.actor.setUpFirst) throw new Forbidden(SET_UP_FIRST);
  const rule: Rule = permissions[permission];
  if (rule.affiliatesOnly && isOtherCustomer(ctx.actor)) throw new Forbidden(NOT_ENABLED);
  throw new Forbidden(isWithheld(ctx.actor, permission) ? WITHHELD : undefined);
}

/** Returns the calling affiliate. Throws Forbidden for everyone else. */
export function ownAffiliate(ctx: Pick<Context, "actor">): Affiliate {
  const user = userOf(ctx.actor);
  if (!isAffiliate(user)) throw new Forbidden(NOT_ENABLED);
  return user;
}
