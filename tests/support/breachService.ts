import { createHash } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server on this machine, with what breachedPasswords needs to reach it. */
export async function aService(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: { BREACHED_PASSWORDS: origin, OUTGOING_ORIGINS: origin },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const hashOf = (password: string) => createHash("sha1").update(password).digest("hex").toUpperCase();

/** Answers as the range API of Have I Been Pwned does: the rest of each hash with its count, padded with zeros. */
export function rangeApi(counts: Record<string, number>): RequestListener {
  return (request, response) => {
    const prefix = request.url?.split("/").at(-1) ?? "";
    const known = Object.entries(counts).map(([password, count]) => ({ hash: hashOf(password), count }));
    const lines = known
      .filter(({ hash }) => hash.startsWith(prefix))
      .map(({ hash, count }) => `${hash.slice(5)}:${count}`);
    response.end([`${"0".repeat(34)}A:0`, ...lines, `${"F".repeat(35)}:0`].join("\r\n"));
  };
}
