import { expect, test } from "vitest";
import { RaceScheduler } from "./RaceScheduler";

const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

test("a call that a failed request left behind ends with its race", async () => {
  const scheduler = new RaceScheduler(() => 0, pause);
  const ended: string[] = [];
  const call = (name: string) => scheduler.through(async () => void ended.push(name));
  const refused = () => scheduler.through(() => Promise.reject(new Error("refused")));
  const failing = () => Promise.all([refused(), call("left behind"), call("left behind too")]).catch(() => undefined);
  await scheduler.race([failing]);
  expect(ended).toEqual(["left behind", "left behind too"]);

  await scheduler.race([() => call("next race")]);
  expect(ended).toContain("next race");
});

test("a call that began before a race takes no turn from it", async () => {
  const scheduler = new RaceScheduler(() => 0, pause);
  let running = 0;
  let mostAtOnce = 0;
  const call = () =>
    scheduler.through(async () => {
      mostAtOnce = Math.max(mostAtOnce, ++running);
      for (let pauses = 0; pauses < 3; pauses++) await pause();
      running--;
    });
  const before = scheduler.through(pause);
  await scheduler.race([call, call, call]);
  await before;
  expect(mostAtOnce).toBe(1);
});

test("throws a request's error after every request has ended", async () => {
  const scheduler = new RaceScheduler(() => 0, pause);
  const ended: string[] = [];
  const slow = () => scheduler.through(pause).then(() => ended.push("slow"));
  await expect(scheduler.race([() => Promise.reject(new Error("fault")), slow])).rejects.toThrow("fault");
  expect(ended).toEqual(["slow"]);
});
