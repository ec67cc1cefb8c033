/** Holds the portal's preview configuration, because Pages reads a file of this name from its folder only. */
export const PREVIEW_FOLDER = ".deploy";
const PLACEHOLDER = "00000000-0000-0000-0000-000000000000";

/** A Worker's preview configuration stands next to its own, because its paths are relative. */
export const previewFileOf = (file: string) =>
  file === "wrangler.toml"
    ? `${PREVIEW_FOLDER}/wrangler.toml`
    : file.replace(/wrangler\.toml$/, "wrangler.preview.toml");

/**
 * A configuration with the preview's own database, bucket, queues, dataset and Workers. The scanner keeps nothing, so
 * the preview uses that of production.
 */
export function previewConfiguration(file: string, toml: string, databaseId: string | undefined): string {
  const renamed = toml
    .replace(/^(database_name|bucket_name|queue|dead_letter_queue|service|script_name) = "(portal[a-z-]*)"$/gm, rename)
    .replace(/^dataset = "(\w+)"$/gm, 'dataset = "$1_preview"')
    .replace(/^database_id = ".*"$/gm, `database_id = "${databaseId || PLACEHOLDER}"`)
    // Mail of this host name goes to production.
    .replace(/^REPLY_DOMAIN = ".*"$/m, 'REPLY_DOMAIN = ""');
  if (file !== "wrangler.toml") return renamed.replace(/^name = "(portal-[a-z-]+)"$/m, 'name = "$1-preview"');
  // The project stays: its branch is the preview.
  return renamed.replace(/^(pages_build_output_dir|migrations_dir) = "/gm, '$1 = "../');
}

const rename = (_: string, key: string, name: string) =>
  `${key} = "${name === "portal-scanner" ? name : name.replace(/(-dead)?$/, "-preview$1")}"`;

/** Reasons against a preview deployment besides those against every deployment. */
export function previewObstacles(env: NodeJS.ProcessEnv, portal: string): string[] {
  const obstacles: string[] = [];
  if (!env.PREVIEW_DATABASE_ID)
    obstacles.push("PREVIEW_DATABASE_ID is missing: the database_id of the database portal-preview");
  else if (portal.includes(env.PREVIEW_DATABASE_ID))
    obstacles.push("PREVIEW_DATABASE_ID is the database of production; a preview needs its own");
  for (const account of ["REGULAR", "CUSTOM"])
    if (/^[sr]k_live_/.test(env[`STRIPE_${account}_SECRET_KEY`] ?? ""))
      obstacles.push(`STRIPE_${account}_SECRET_KEY is a live key; a preview takes test keys`);
  return obstacles;
}
