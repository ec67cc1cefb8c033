import { readdirSync, readFileSync } from "node:fs";

const TIMEOUT_MS = 10_000;

/** Diagnoses an unresponsive portal: its control port and every workerd twice, one second apart. Null if it answers. */
export async function wordsOfSilence(base: string): Promise<string | null> {
  const statusOf = (url: string) =>
    fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
      ({ status }) => status,
      (error: Error) => `${error.name} ${error.cause ?? ""}`,
    );
  const answer = await statusOf(`${base}/signin`);
  if (typeof answer === "number") return null;
  const control = await statusOf(`http://localhost:${Number(new URL(base).port) + 1}/clock`);
  const first = runtimes();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return [`${base} does not answer (${answer}); its control port: ${control}`, ...first, ...runtimes()].join("\n");
}

function runtimes(): string[] {
  const read = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "utf8");
    } catch {
      return "";
    }
  };
  try {
    return readdirSync("/proc")
      .filter((pid) => /^\d+$/.test(pid) && read(pid, "cmdline").includes("workerd\0serve"))
      .map((pid) => {
        const [state, , , , , , , , , , , user, system] = read(pid, "stat").split(") ").at(-1)!.split(" ");
        const memory = /VmRSS:\s*(.*)/.exec(read(pid, "status"))?.[1];
        return `workerd ${pid}: state ${state}, processor ${user} + ${system}, ${memory}, waits in ${read(pid, "wchan")}`;
      });
  } catch {
    return [];
  }
}
