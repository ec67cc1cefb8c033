import { vi } from "vitest";

/** Runs `work` and returns what it logged: the text, and each line parsed. */
export async function logged(work: () => unknown) {
  const written: string[] = [];
  const spies = (["log", "warn", "error"] as const).map((level) =>
    vi
      .spyOn(console, level)
      .mockImplementation((...parts: unknown[]) => void written.push(parts.map(String).join(" "))),
  );
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return { text: written.join("\n"), lines: written.map((line) => JSON.parse(line) as Record<string, unknown>) };
}
