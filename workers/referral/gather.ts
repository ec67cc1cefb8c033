const GATHER_MS = 10;
const STALLED_MS = 2000;

/** Collects the items that concurrent requests add, and hands those of a moment on together, after an answer. */
export function gather<Item>() {
  const gathered: Item[] = [];
  let since: number | undefined;
  return (
    item: Item,
    ctx: Pick<ExecutionContext, "waitUntil">,
    handOn: (items: Item[]) => Promise<unknown> | undefined,
  ): void => {
    gathered.push(item);
    const now = Date.now();
    // Another request is about to hand this one on too, unless it was cut short.
    if (since !== undefined && now - since < STALLED_MS) return;
    since = now;
    ctx.waitUntil(
      scheduler.wait(GATHER_MS).then(() => {
        since = undefined;
        return handOn(gathered.splice(0));
      }),
    );
  };
}
