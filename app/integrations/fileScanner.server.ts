import type { FileScanner } from "~/domain/ports/fileScanner";

const TIMEOUT_MS = 20_000;

/**
 * A scanner behind a service binding. It gets the file as the body of a POST and answers `{"clean": true}` or false.
 */
export function boundFileScanner(binding: Fetcher | undefined): FileScanner | undefined {
  if (!binding) return undefined;
  return {
    async isClean(bytes, contentType) {
      const answer = await binding.fetch("https://file-scanner/", {
        method: "POST",
        headers: { "Content-Type": contentType },
        body: bytes as BufferSource,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const verdict = answer.ok ? ((await answer.json()) as { clean?: unknown } | null)?.clean : undefined;
      if (typeof verdict !== "boolean") throw new Error(`The file scanner answered ${answer.status} without a verdict`);
      return verdict;
    },
  };
}
