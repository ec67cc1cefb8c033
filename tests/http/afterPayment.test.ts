import type { ActionFunction, LoaderFunction } from "@remix-run/cloudflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkPayment } from "~/domain/checkout/checkPayment";
import { placeOrder } from "~/domain/checkout/placeOrder";
import type { Context } from "~/domain/context";
import { encodeId, paths } from "~/paths";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { aPortal, SITE } from "../support/portal";
import { renewalsOf } from "../support/renewals";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
afterAll(() => stack.stop());

type Route = { loader: LoaderFunction; action: ActionFunction };
const modules = import.meta.glob<Route>([
  "../../app/routes/_app.checkout.success.tsx",
  "../../app/routes/_app.orders.$orderId_.pay.tsx",
  "../../app/routes/_app.subscriptions.mine.$subscriptionId.card.tsx",
  "../../app/routes/_open.services.$serviceId.checkout.tsx",
  "../../app/routes/orders.$orderId.payment.ts",
]);
const routeNamed = (name: string) => modules[`../../app/routes/${name}`]!();

const args = (ctx: Context, request: Request, params = {}) => ({
  request,
  params,
  context: { portal: aPortal(ctx, request) },
});

test("a success page that fails after the payment names the order", async () => {
  const { loader } = await routeNamed("_app.checkout.success.tsx");
  const { buyer, ctx, form } = await stack.aBuyer();
  const order = await placeOrder(ctx, form());
  await stack.confirm(order);
  await checkPayment(ctx, order.orderSystemId);
  const seen: unknown[] = [];
  for (let k = 1, reached = true; reached; k++) {
    const failing = stack.failingContext(buyer, k);
    const request = new Request(SITE + paths.checkoutSuccess(order.orderSystemId));
    const answer = await Promise.resolve(loader(args(failing.ctx, request))).catch((error: unknown) => error);
    reached = failing.reached();
    seen.push(answer instanceof Response ? { status: answer.status, ...((await answer.json()) as object) } : null);
  }
  // The first statement fails before the payment is known; the last run does not fail.
  const failed = seen.slice(1, -1);
  expect(failed.length).toBeGreaterThan(1);
  for (const one of failed) expect(one).toEqual({ status: 500, number: order.orderId, paid: true });
});

/** The checkout's form as a browser posts it. */
const aFormPost = (serviceId: string, packageId: string, values: Record<string, string>) =>
  new Request(`${SITE}/services/x/checkout`, {
    method: "POST",
    body: new URLSearchParams({
      serviceId,
      intent: "order",
      with: "script",
      "packageCounts[0].packageId": packageId,
      "packageCounts[0].count": "1",
      paymentType: "DIRECT",
      "billingAddress.address": "1 Main Street",
      "billingAddress.city": "Austin",
      "billingAddress.country": "United States",
      "billingAddress.zipCode": "78701",
      totalPrice: "10000",
      ...values,
    }),
  });

test("the checkout asks before a second order and keeps the input", async () => {
  const { action } = await routeNamed("_open.services.$serviceId.checkout.tsx");
  const { ctx, form, service, packages } = await stack.aBuyer();
  const posted = form({ checkoutKey: "first-form-of-it" });
  const first = await placeOrder(ctx, posted);
  await stack.confirm(first);
  await checkPayment(ctx, first.orderSystemId);

  const params = { serviceId: encodeId(service.id) };
  const post = async (values: Record<string, string>) => {
    const answer = await action(args(ctx, aFormPost(service.id, packages[0]!.id, values), params));
    return { status: (answer as Response).status, body: await (answer as Response).json() };
  };
  const asked = await post({ checkoutKey: "second-form-of-it" });
  expect(asked).toMatchObject({
    status: 409,
    body: {
      again: first.orderSystemId,
      result: {
        initialValue: { "billingAddress.city": "Austin", again: first.orderSystemId },
        error: {
          "": [`You paid for the same just now: order ${first.orderId}. To order it once more, press Pay again.`],
        },
      },
    },
  });
  // Another quantity is another purchase.
  expect(
    await post({ checkoutKey: "third-form-of-it", "packageCounts[0].count": "2", totalPrice: "20000" }),
  ).toMatchObject({ status: 200, body: { order: { mode: "payment" } } });
  // A second post of the first form continues its order.
  expect(await post({ checkoutKey: "first-form-of-it" })).toMatchObject({
    status: 200,
    body: { order: { orderSystemId: first.orderSystemId, mode: "settled" } },
  });
  const repeated = await post({ checkoutKey: "second-form-of-it", again: first.orderSystemId });
  expect(repeated).toMatchObject({ status: 200, body: { order: { mode: "payment" } } });
});

test("the payment state of a paid order brings its project details", async () => {
  const { loader } = await routeNamed("orders.$orderId.payment.ts");
  const { ctx, form } = await stack.aBuyer();
  const order = await placeOrder(ctx, form());
  const ask = () =>
    loader(
      args(ctx, new Request(SITE + paths.orderPayment(order.orderSystemId)), {
        orderId: encodeId(order.orderSystemId),
      }),
    );
  expect(await ask()).toMatchObject({ paid: false, details: null });
  await stack.confirm(order);
  expect(await ask()).toMatchObject({
    paid: true,
    details: { orderId: order.orderSystemId, orderNumber: order.orderId },
  });
});

test("the checkout's step saves the details of a paid order", async () => {
  const { action } = await routeNamed("_open.services.$serviceId.checkout.tsx");
  const { ctx, form, service } = await stack.aBuyer();
  const order = await placeOrder(ctx, form());
  await stack.confirm(order);
  await checkPayment(ctx, order.orderSystemId);
  const post = async (fields: Record<string, string>, orderId = order.orderSystemId) => {
    const address = `${SITE}${paths.checkout(service.id)}?details=${encodeId(orderId)}`;
    const request = new Request(address, { method: "POST", body: new URLSearchParams({ with: "script", ...fields }) });
    const answer = (await action(args(ctx, request, { serviceId: encodeId(service.id) }))) as Response;
    return { status: answer.status, body: await answer.json() };
  };
  expect(await post({})).toMatchObject({
    status: 400,
    body: { result: { error: { fileUploadUrl: ["Project file is required"] } } },
  });
  expect(await post({ manual: "true" })).toEqual({ status: 200, body: { saved: true, leaving: true } });
  await expect(post({ manual: "true" }, "01ARZ3NDEKTSV4RRFFQ69G5FAV")).rejects.toMatchObject({ status: 404 });
});

test("Pay orders for a new buyer and leads a known one to sign-in", async () => {
  const { action } = await routeNamed("_open.services.$serviceId.checkout.tsx");
  const { buyer, ctx, service, packages } = await stack.aBuyer();
  const pay = async (values: Record<string, string>) => {
    const visitor = { ...ctx, actor: { kind: "anonymous" } } as Context;
    const request = aFormPost(service.id, packages[0]!.id, { checkoutKey: "visitors-form-1", ...values });
    return await ((await action(args(visitor, request, { serviceId: encodeId(service.id) }))) as Response).json();
  };
  const names = { firstName: "Ada", lastName: "Example" };
  const signIn = { signIn: `${paths.checkout(service.id)}/sign-in` };
  expect(await pay({ ...names, email: buyer.email })).toEqual(signIn);
  expect(await pay({ firstName: "", lastName: "", email: "" })).toEqual(signIn);
  expect(await pay({ email: "new.buyer@example.com" })).toMatchObject({
    result: { error: { firstName: ["First name is required"], lastName: ["Last name is required"] } },
  });
  expect(await pay({ ...names, email: "new.buyer@example.com" })).toMatchObject({
    leaving: true,
    order: { orderId: expect.any(Number) },
  });
});

test("every way to the provider's page opens it as a document", async () => {
  const { ctx, form, service, packages } = await stack.aBuyer();
  const order = await placeOrder(ctx, form());
  const { client, id } = await renewalsOf(stack).aSubscription();
  const aPost = (values: Record<string, string> = {}) =>
    new Request(`${SITE}/pay`, { method: "POST", body: new URLSearchParams(values) });
  const checkout = aFormPost(service.id, packages[0]!.id, { checkoutKey: "form-for-the-hosted-page", with: "" });
  for (const [name, request, params, who] of [
    ["_open.services.$serviceId.checkout.tsx", checkout, { serviceId: encodeId(service.id) }, ctx],
    ["_app.orders.$orderId_.pay.tsx", aPost(), { orderId: encodeId(order.orderSystemId) }, ctx],
    [
      "_app.subscriptions.mine.$subscriptionId.card.tsx",
      aPost({ intent: "hosted" }),
      { subscriptionId: encodeId(id) },
      stack.contextOf(client),
    ],
  ] as const) {
    const { action } = await routeNamed(name);
    const answer = (await action(args(who, request, params))) as Response;
    expect([name, answer.status, answer.headers.get("X-Remix-Reload-Document")]).toEqual([name, 303, "true"]);
    expect(answer.headers.get("Location")).toContain("/__stripe/pay/");
  }
});
