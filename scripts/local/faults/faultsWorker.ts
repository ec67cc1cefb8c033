/**
 * Holds the planned faults for all Workers of the local run. In workerd, because the Workers ask it, and only while
 * faults are planned.
 */
export const faultsWorker = {
  name: "faults",
  script: `let faults = [];
const matches = (fault, target, call) =>
  fault.target === target && (!fault.call || call.toLowerCase().includes(fault.call.toLowerCase()));
export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname === "/take") {
      const { target, call } = await request.json();
      const fault = faults.find((one) => matches(one, target, call));
      if (fault) {
        fault.times--;
        faults = faults.filter(({ times }) => times > 0);
      }
      return Response.json({ kind: fault?.kind ?? null, armed: faults.length > 0 });
    }
    if (request.method === "POST") {
      const fault = await request.json();
      if (fault.times > 0) faults.push(fault);
      else
        faults = faults.filter(
          ({ target, call, kind }) =>
            target !== fault.target || (fault.call && call !== fault.call) || (fault.kind && kind !== fault.kind),
        );
      // Each Worker asks for faults from now on, or no longer.
      const armed = faults.length > 0;
      await Promise.all(Object.keys(env).map((part) => env[part].set(armed)));
    }
    return Response.json({ faults });
  },
};`,
};
