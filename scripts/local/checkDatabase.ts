/** Throws an Error that names the file when SQLite cannot read the database, or finds its pages damaged. */
export async function checkDatabase(database: D1Database, file: string): Promise<void> {
  const damage = await database
    .prepare("pragma quick_check(1)")
    .first<string>("quick_check")
    .catch((error: unknown) => String(error));
  if (damage !== "ok")
    throw new Error(
      `The database ${file} is damaged (${damage}). Put a copy of it back, or choose another folder with STATE_DIR. Nothing was changed.`,
    );
}
