import { and, eq, isNotNull } from "drizzle-orm";
import { can } from "~/domain/access";
import { type Context, isStaff, userOf } from "~/domain/context";
import { isVisibleCreative } from "~/domain/creatives/visibleCreatives";
import { Invalid } from "~/domain/errors";
import { findExport } from "~/domain/exports/findExport";
import { PRINTED } from "~/domain/invoices/printedInvoice";
import { INTERNAL_HOLDER } from "~/domain/messages/messageFiles";
import type { Files } from "~/domain/ports/files";
import { bytesOf } from "~/domain/uploads/copyUploads";
import { isUploadKey } from "~/domain/uploads/fileAddress";
import { contentDisposition } from "~/http/contentDisposition";
import { foundOrNull } from "~/http/foundOrNull.server";
import { orders, uploads } from "~db/schema";
import { scanFile } from "./scanFile";
import { isUploadKind, uploadKinds } from "./uploadKinds";

type Upload = typeof uploads.$inferSelect;
type StoredObject = NonNullable<Awaited<ReturnType<Files["get"]>>>;

/**
 * Serves `/files/{key}`. Unknown keys and forbidden files get the same 404; a row without its object gets its own 404
 * (rules.md uploads/content, uploads/commit). Images show inline, everything else downloads, and no script can run.
 * `isReader` decides instead of the actor where a signed link has proven the right.
 */
export async function serveFile(
  ctx: Context,
  key: string,
  request: Request,
  isReader: typeof mayRead = mayRead,
): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD")
    return text("This address can only be read", 405, { Allow: "GET, HEAD" });
  const upload = isUploadKey(key)
    ? await ctx.db
        .select()
        .from(uploads)
        .where(and(eq(uploads.key, key), isNotNull(uploads.storedAt)))
        .get()
    : undefined;
  if (!upload || !can(ctx.actor, "files.read") || !(await isReader(ctx, upload))) return text("File not found", 404);

  const headers = new Headers({
    ...protection,
    // The content of a key never changes.
    ETag: `"${key}"`,
    "Cache-Control": cacheControl(upload),
  });
  if (holdsTag(request.headers.get("If-None-Match"), `"${key}"`)) return new Response(null, { status: 304, headers });
  const object = await ctx.files.get(key);
  if (!object) return text("This file is no longer available", 404);
  if (isPrinted(upload)) headers.delete("Content-Security-Policy");
  headers.set("Content-Type", upload.contentType);
  headers.set("Content-Length", String(object.size));
  headers.set("Content-Disposition", disposition(upload));
  if (request.method === "HEAD") {
    await object.body.cancel();
    return new Response(null, { headers });
  }
  if (object.scanned || !ctx.fileScanner || !isFromPerson(upload)) return new Response(object.body, { headers });
  return await serveScanned(ctx, upload, object, headers);
}

/** Exports and printed documents are the portal's own. */
const isFromPerson = ({ kind }: Upload) => isUploadKind(kind) && kind !== "export";

/** Serves a file from before a scanner was bound, if it has no malware (rules.md uploads/scan). */
async function serveScanned(ctx: Context, { fileName, contentType }: Upload, object: StoredObject, headers: Headers) {
  const bytes = await bytesOf(object);
  try {
    await scanFile(ctx, { name: fileName, bytes, contentType });
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return text(error.message, 403);
  }
  return new Response(bytes as BodyInit, { headers });
}

const protection = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "sandbox; default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
};

const text = (message: string, status: number, headers: Record<string, string> = {}) =>
  new Response(message, {
    status,
    headers: { ...protection, "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", ...headers },
  });

/** Made by the portal. Opens in the browser's PDF viewer, which the sandbox would block. */
const isPrinted = (upload: Upload) => upload.kind === PRINTED;

const readersOf = (upload: Upload) => (isUploadKind(upload.kind) ? uploadKinds[upload.kind].readers : "attached");
const isForEveryone = (upload: Upload) => readersOf(upload) === "everyone";

/** Each page and mail shows the agency's pictures, and nobody has to forget a replaced one. */
const cacheControl = (upload: Upload) =>
  upload.kind === "brandImage"
    ? "public, max-age=31536000, immutable"
    : isForEveryone(upload)
      ? "public, max-age=86400"
      : "private, no-store";

async function mayRead(ctx: Context, upload: Upload): Promise<boolean> {
  if (isForEveryone(upload)) return true;
  const user = userOf(ctx.actor);
  const [holder, id = ""] = upload.attachedTo?.split(":") ?? [];
  if (readersOf(upload) === "owner")
    return ctx.actor.kind === "user" && upload.ownerId === user?.id && (await mayReadExport(ctx, id));
  if (isStaff(ctx.actor)) return true;
  if (!user || holder === INTERNAL_HOLDER) return false;
  if (readersOf(upload) === "people" || upload.ownerId === user.id) return true;
  if (holder === "creative") return await isVisibleCreative(ctx, id);
  const orderId = holder === "order" ? id : null;
  if (!orderId) return false;
  const own = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.clientId, user.id)))
    .get();
  return own !== undefined;
}

const mayReadExport = async (ctx: Context, id: string) =>
  can(ctx.actor, "exports.own") && (await foundOrNull(findExport(ctx, id))) !== null;

const holdsTag = (header: string | null, tag: string) =>
  (header ?? "").split(",").some((one) => one.trim().replace(/^W\//, "") === tag);

const disposition = (upload: Upload) =>
  contentDisposition(
    upload.contentType.startsWith("image/") || isPrinted(upload) ? "inline" : "attachment",
    upload.fileName,
  );
