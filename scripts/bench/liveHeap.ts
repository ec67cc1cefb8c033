import { once } from "node:events";
import WebSocket from "ws";

interface Answer {
  id: number;
  error?: { message: string };
  result?: { usedSize: number };
}

/**
 * Bytes that a Worker's JavaScript heap holds after a full garbage collection. `inspectorPort` is the one that the
 * runtime listens on. `wake` sends the Worker a request: an idle isolate runs no tasks, and the collection is one.
 */
export async function liveHeap(inspectorPort: number, worker: string, wake: () => Promise<unknown>): Promise<number> {
  const listed = await fetch(`http://127.0.0.1:${inspectorPort}/json`);
  const targets = (await listed.json()) as { id: string; webSocketDebuggerUrl: string }[];
  const target = targets.find(({ id }) => id === `core:user:${worker}`);
  if (!target) throw new Error(`The inspector knows no Worker ${worker}, only ${targets.map(({ id }) => id)}`);

  const socket = new WebSocket(target.webSocketDebuggerUrl);
  try {
    await once(socket, "open");
    let calls = 0;
    const call = async (method: string) => {
      const id = ++calls;
      socket.send(JSON.stringify({ id, method }));
      for (;;) {
        const [message] = await once(socket, "message");
        const answer = JSON.parse(String(message)) as Answer;
        if (answer.id !== id) continue;
        if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
        return answer.result;
      }
    };
    await call("HeapProfiler.enable");
    let collecting = true;
    const collected = call("HeapProfiler.collectGarbage").finally(() => {
      collecting = false;
    });
    while (collecting) await wake();
    await collected;
    return (await call("Runtime.getHeapUsage"))!.usedSize;
  } finally {
    socket.close();
  }
}
