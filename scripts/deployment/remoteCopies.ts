// Printed, not run: the bucket needs a key of its own (S3), which the deploying token is not.
const S3 = `# rclone has a remote 'r2' with the bucket's S3 key: https://developers.cloudflare.com/r2/examples/rclone/`;

/** The commands that copy production into a folder. D1 first, so the later copy of R2 holds every file it names. */
export const remoteBackup = (folder: string) => `mkdir -m 700 '${folder}'
npx wrangler d1 export portal --remote --output '${folder}/database.sql'
${S3}
rclone copy r2:portal-files '${folder}/files'
(cd '${folder}' && find . -type f ! -name manifest.sha256 -exec sha256sum {} + > manifest.sha256)
# SESSION_SECRET and CLICK_SECRET are not part of it. Keep them where you keep passwords.`;

/** The commands that put such a folder into a new database. */
export const remoteRestore = (folder: string) => `(cd '${folder}' && sha256sum --check --quiet manifest.sha256)
npx tsx scripts/restorableCopy.ts '${folder}/database.sql' '${folder}/restore.sql'
npx wrangler d1 create portal-restored
npx wrangler d1 execute portal-restored --remote --file '${folder}/restore.sql'
npx wrangler d1 execute portal-restored --remote --command 'pragma foreign_key_check'
${S3}
# Files are never changed, so only missing ones are copied.
rclone copy --ignore-existing '${folder}/files' r2:portal-files
# Put the database_id of portal-restored into each wrangler.toml file, then:
npm run deploy`;
