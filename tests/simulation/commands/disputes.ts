import { unzipSync } from "fflate";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { prepareDisputeAnswer } from "~/domain/evidence/prepareDisputeAnswer";
import { saveDisputeAnswer } from "~/domain/evidence/saveDisputeAnswer";
import { sendDisputeAnswer } from "~/domain/evidence/sendDisputeAnswer";
import type { StoredPack } from "~/domain/ports/evidence";
import { makeEvidencePack } from "~/exports/makeEvidencePack";
import { type EvidenceSigner, evidenceSigner } from "~/integrations/evidenceKey.server";
import { accounts } from "../../../workers/card-sandbox/keys";
import { testCards } from "../../../workers/card-sandbox/testCards";
import { aClient, aTeamMember } from "../engine/agency";
import { clock } from "../engine/clock";
import { command } from "../engine/command";
import type { World } from "../engine/world";
import { confirmCard, filledForm } from "./checkout";

/** An Ed25519 private key of 32 equal bytes, after the header of PKCS #8. */
const EVIDENCE_KEY = btoa(String.fromCharCode(...hex("302e020100300506032b657004220420"), ...new Array(32).fill(7)));
let signer: Promise<EvidenceSigner> | undefined;

function hex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g)!, (byte) => Number.parseInt(byte, 16));
}

/** As docs/evidence.md says: the signature covers the manifest, and the manifest every other file. */
async function verifyPack(world: World, { key, size }: StoredPack, { publicKeys }: EvidenceSigner) {
  const bytes = world.files.objects.get(key);
  if (bytes?.length !== size) return world.fail("evidence-verifies", `${key} has ${bytes?.length} bytes, not ${size}`);
  const { "manifest.json": manifest, "manifest.sig": signature, ...files } = unzipSync(bytes);
  const base64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const key64 = publicKeys[0]!.x.replaceAll("-", "+").replaceAll("_", "/");
  const publicKey = await crypto.subtle.importKey("raw", base64(key64), "Ed25519", false, ["verify"]);
  const signed = base64(new TextDecoder().decode(signature).trim());
  if (!(await crypto.subtle.verify("Ed25519", publicKey, signed as BufferSource, manifest! as BufferSource)))
    world.fail("evidence-verifies", `${key} has another signature`);
  const listed = JSON.parse(new TextDecoder().decode(manifest)).files as { name: string; sha256: string }[];
  const found = await Promise.all(
    Object.entries(files).map(async ([name, body]) => {
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body as BufferSource));
      return `${name} ${[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
    }),
  );
  const expected = listed.map(({ name, sha256 }) => `${name} ${sha256}`);
  if (found.toSorted().join() !== expected.toSorted().join())
    world.fail("evidence-verifies", `${key} lists ${expected.length} files and has ${found.length}`);
}

export const disputeCommands = [
  command(
    "sell to a buyer who disputes",
    async (world, { a, b, c, fault }) => {
      const buyer = await aClient(world, a);
      const form = await filledForm(world, { a: b, b: a, c: 1 });
      if (!buyer || !form) return;
      const placed = await world.act("place", buyer, null, (ctx) => placeOrder(ctx, form));
      if (placed.kind !== "ok" || !placed.value.clientSecret) return;
      const { orderSystemId: id, account, clientSecret } = placed.value;
      const disputing = testCards.findIndex(({ disputes }) => disputes);
      await confirmCard(world, { account }, clientSecret.split("_secret_")[0]!, disputing);
      await world.act("complete", buyer, null, (ctx) => completeOrder(ctx, id));
      await world.provider.readEvents();
      // Each event may hit the fault, as when the portal restarts.
      for (const event of world.provider.events.filter(
        (one) => !world.delivered.has(one.id) && /dispute|charge/.test(one.body),
      ))
        if (c % 3 > 0) await world.webhook(event, fault);
    },
    4,
  ),
  command(
    "a dispute ends",
    async (world, { a, b }) => {
      const { disputes } = await world.provider.books();
      const dispute = disputes.filter(({ status }) => status === "needs_response").at(-1 - (a % 2));
      if (!dispute) return;
      for (const account of accounts)
        await world.provider
          .world(account)
          .closeDisputes(account, clock.now, b % 2 === 0 ? "won" : "lost", [dispute.id]);
    },
    3,
  ),
  command(
    "download evidence",
    async (world, { a, b, fault }) => {
      const order = await world.nth<{ id: string }>(
        a,
        "select id from orders where pay_state <> 'unpaid' order by id desc",
      );
      const staff = await aTeamMember(world, b, "SuperAdmin", "Admin");
      if (!order || !staff) return;
      signer ??= evidenceSigner({ EVIDENCE_KEY });
      const open = await signer;
      const made = await world.act("evidence pack", staff, fault, (ctx) => makeEvidencePack(ctx, open, order.id));
      if (made.kind === "ok") await verifyPack(world, made.value, open);
    },
    1,
  ),
  command(
    "answer a dispute",
    async (world, { a, b, c, fault }) => {
      const dispute = await world.nth<{ id: string; order_id: string; provider_id: string }>(
        a,
        "select id, order_id, provider_id from disputes where status = 'needs_response' order by id desc",
      );
      const staff = await aTeamMember(world, b, "SuperAdmin", "Admin");
      if (!dispute || !staff) return;
      const target = { orderId: dispute.order_id, disputeId: dispute.id };
      const at = (step: number) => (c % 3 === step ? fault : null);
      await world.act("prepare answer", staff, at(0), (ctx) => prepareDisputeAnswer(ctx, target));
      const answer = async () => {
        const [row] = await world.rows<{ version: number; fields: string }>(
          "select version, fields from dispute_answers where dispute_id = ?",
          dispute.id,
        );
        if (!row) return undefined;
        return { version: row.version, texts: { ...JSON.parse(row.fields), uncategorized_text: `Edited ${c % 7}` } };
      };
      const edited = await answer();
      if (edited && c % 2 === 0)
        await world.act("save answer", staff, at(1), (ctx) => saveDisputeAnswer(ctx, target, edited));
      const last = await answer();
      if (!last || b % 4 === 0) return;
      const send = (planned: typeof fault) =>
        world.act("send answer", staff, planned, (ctx) => sendDisputeAnswer(ctx, target, last));
      let sent = await send(at(2));
      // Sending it again after a lost answer is safe.
      if (sent.kind === "fault") sent = await send(null);
      if (sent.kind === "ok") world.answeredDisputes.add(dispute.id);
    },
    4,
  ),
];
