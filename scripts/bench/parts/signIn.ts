import { abba } from "../abba";
import { millisecondsEach } from "../load";
import { staffEmail } from "../loadOrders";
import type { StackPart } from "../part";
import { portalOf, type Size } from "../startStack";

const SIZE: Size = 10_000;
const REQUESTS_A_TURN = 4;

/** S4: time of a refused sign-in for an unknown address, over one for a known address. */
export const signInTime: StackPart = {
  ids: ["S4"],
  sizes: [SIZE],
  async measure(stack) {
    const wrong = (email: string) =>
      stack.to(portalOf(SIZE), {
        path: "/api/user/signIn",
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email, password: "Wrong#password1" }),
        status: 401,
      });
    const { ratio, a, b } = await abba(
      () => millisecondsEach(stack.pool, wrong("nobody-has-this@example.com"), REQUESTS_A_TURN),
      () => millisecondsEach(stack.pool, wrong(staffEmail), REQUESTS_A_TURN),
      5,
    );
    return [
      {
        id: "S4",
        what: "Sign-in time, unknown e-mail",
        against: "known e-mail, wrong password",
        value: ratio,
        unit: "x",
        atLeast: 0.95,
        atMost: 1.05,
        note: `${a.toFixed(1)} over ${b.toFixed(1)} ms`,
      },
    ];
  },
};
