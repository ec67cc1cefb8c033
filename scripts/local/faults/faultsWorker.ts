/**
 * Holds the planned faults for all Workers of the local run, and their jobs. In workerd, because the Workers ask it,
 * and only while faults are planned.
 */
export const faultsWorker = {
  name: "faults",
  script: `let faults = [];
let held = false;
const matches = (fault, { target, caller, call }) =>
  fault.target === target &&
  fault.for === caller &&
  (!fault.call || call.toLowerCase().includes(fault.call.toLowerCase()));
const each = (env, run) => Promise.all(Object.values(env).map(run));
// Each Worker asks for faults from now on, or no longer, and holds its jobs.
const tell = (env) => each(env, (part) => part.set({ armed: faults.length > 0, held }));
export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname === "/take") {
      const taken = await request.json();
      const fault = faults.find((one) => matches(one, taken));
      if (fault) {
        fault.times--;
        faults = faults.filter(({ times }) => times > 0);
      }
      return Response.json({ kind: fault?.kind ?? null, armed: faults.length > 0 });
    }
    if (pathname === "/jobs") {
      if (request.method === "POST") {
        ({ held } = await request.json());
        await tell(env);
      }
      const jobs = await each(env, (part) => part.jobs());
      const sum = (name) => jobs.reduce((total, one) => total + one[name], 0);
      return Response.json({ held, waiting: sum("waiting"), running: sum("running") });
    }
    if (request.method === "POST") {
      const fault = await request.json();
      if (fault.times > 0) faults.push(fault);
      else
        faults = faults.filter(
          (one) =>
            one.target !== fault.target || ["for", "call", "kind"].some((name) => fault[name] && one[name] !== fault[name]),
        );
      await tell(env);
    }
    return Response.json({ faults });
  },
};`,
};
