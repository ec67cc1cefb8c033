/** Throws an Error that names the file when SQLite cannot read the database, or finds its pages damaged. */
export async function checkDatabase(database: D1Database, file: string): Promise<void> {
  const damage = await database
    .prepare("pragma quick_check(1)")
    .first<string>("quick_check")
    .catch((error: unknown) => String(error));
  if (damage !== "ok") throw damagedDatabase(file, damage ?? "no answer");
}

export const damagedDatabase = (file: string, damage: string) =>
  new Error(
    `The database ${file} is damaged (${damage}). Put a copy of it back, or choose another folder with STATE_DIR. Nothing was changed.`,
  );

/** The same for the index of the files. */
export async function checkBucket(bucket: R2Bucket, file: string): Promise<void> {
  await bucket.list({ limit: 1 }).catch((error: unknown) => {
    throw damagedDatabase(file, String(error));
  });
}
