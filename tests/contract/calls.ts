import type { Method } from "~/api/endpoint";

export interface DocumentedCall {
  method: Method;
  /** Relative to /api; `{id}` is a path parameter. */
  path: string;
  /** The section of the specification that names the call. */
  source: string;
}

const named = (source: string, calls: string): DocumentedCall[] =>
  calls
    .trim()
    .split("\n")
    .map((line) => {
      const [method, path] = line.trim().split(" ") as [Method, string];
      return { method, path, source };
    });

/** Every API call: the specification's sections in order, then the added calls. */
export const documentedCalls: DocumentedCall[] = [
  ...named(
    "specification: foundations",
    `POST /user/signIn
     POST /user/signUp
     GET /user/detail
     GET /user/detail/{id}
     GET /user/resetPassword
     POST /user/updatePassword
     GET /user/refreshToken
     GET /user/countries
     POST /user/update
     POST /user/upload/image
     POST /upload
     GET /notification
     PUT /notification
     POST /admin/find
     GET /admin/privileges
     POST /admin/create
     POST /admin/update
     POST /admin/delete
     GET /service/visible
     GET /service/visible/fullDetail
     POST /service/find
     GET /service/clone
     DELETE /service/serviceDetail
     POST /service/serviceDetail
     POST /service/upload/image
     GET /service/details
     GET /service/fullDetail
     GET /service/serviceOptions
     GET /service/dropDown
     GET /service/dropDown/{id}
     POST /service/serviceOption
     DELETE /service/serviceOption
     GET /service/intakeDetail
     POST /service/intakeDetail
     GET /service/customerInterface
     POST /service/customerInterface`,
  ),
  ...named(
    "specification: orders",
    `GET /admin/dashboard
     GET /admin/dropDown
     GET /announcement/visible
     POST /order/find
     POST /order/export
     GET /order/user/dashboard
     GET /order/metaData
     GET /order/details
     POST /order/details
     GET /order/history
     GET /order/invoice
     GET /order/sum/client/{id}
     GET /order/reports
     POST /order/reports
     DELETE /order/reports
     GET /order/messages
     POST /order/messages
     GET /order/spp-messages
     POST /order/manual
     POST /order/change/client
     POST /user/find
     PUT /user/detail/{id}
     GET /user/dropDown/{text}
     GET /user/token/{id}
     POST /subscription/find
     PUT /subscription/cancel
     PUT /subscription/chargeNow
     POST /commission/find
     PUT /commissions
     POST /checkout/coupon/apply
     GET /checkout/coupon/apply/success
     POST /checkout/complete`,
  ),
  ...named(
    "specification: affiliates",
    `POST /affiliate/track
     POST /affiliate/track/find
     GET /affiliate/status
     POST /affiliates/find
     POST /affiliates/export
     POST /commissions/find
     POST /commissions/export
     POST /announcement/find
     GET /announcement/detail
     POST /announcement
     DELETE /announcement
     POST /coupon/find
     GET /coupon/detail
     POST /coupon
     DELETE /coupon
     POST /creative/find
     GET /creative/detail
     POST /creative
     DELETE /creative
     GET /admin/report/agents
     GET /admin/report/clients
     GET /admin/report/newClients
     GET /admin/report/compare
     GET /admin/report/agents/export
     GET /admin/report/clients/export
     GET /admin/report/newClients/export`,
  ),
  ...named(
    "added call",
    `POST /checkout/order
     GET /checkout/order
     GET /checkout/cards
     GET /checkout/projectDetails
     POST /checkout/projectDetails
     GET /order/invoice/detail
     POST /service/invoice
     POST /user/create
     POST /order/refund
     POST /subscription/card
     GET /subscription/mine
     GET /service/options
     GET /admin/report/compare/export`,
  ),
  ...named("added call", "GET /openapi.json"),
  ...named("added call", "GET /health"),
];

/** The calls without a bearer: eight of the specification, the API document and the monitor. */
export const publicCalls = [
  "POST /user/signIn",
  "POST /user/signUp",
  "GET /user/resetPassword",
  "POST /user/updatePassword",
  "GET /service/fullDetail",
  "GET /user/countries",
  "GET /user/refreshToken",
  "POST /affiliate/track",
  "GET /openapi.json",
  "GET /health",
];

/** Delivered calls that must not disappear; every capability adds its calls. */
export const deliveredCalls = [
  "POST /affiliate/track",
  "POST /affiliate/track/find",
  "GET /affiliate/status",
  "POST /user/signIn",
  "POST /user/signUp",
  "GET /user/detail",
  "GET /user/detail/{id}",
  "GET /user/resetPassword",
  "POST /user/updatePassword",
  "GET /user/refreshToken",
  "GET /user/countries",
  "POST /user/update",
  "POST /user/upload/image",
  "POST /admin/find",
  "GET /admin/privileges",
  "POST /admin/create",
  "POST /admin/update",
  "POST /admin/delete",
  "POST /upload",
  "GET /notification",
  "PUT /notification",
  "GET /service/visible",
  "GET /service/visible/fullDetail",
  "GET /service/details",
  "GET /service/fullDetail",
  "GET /service/serviceOptions",
  "POST /service/find",
  "GET /service/clone",
  "POST /service/serviceDetail",
  "DELETE /service/serviceDetail",
  "POST /service/upload/image",
  "GET /service/dropDown",
  "GET /service/dropDown/{id}",
  "GET /admin/dashboard",
  "GET /service/options",
  "POST /service/serviceOption",
  "DELETE /service/serviceOption",
  "GET /service/intakeDetail",
  "POST /service/intakeDetail",
  "GET /service/customerInterface",
  "POST /service/customerInterface",
  "POST /service/invoice",
  "GET /admin/dropDown",
  "POST /order/find",
  "POST /order/export",
  "POST /order/manual",
  "GET /user/dropDown/{text}",
  "POST /user/find",
  "POST /user/create",
  "PUT /user/detail/{id}",
  "GET /user/token/{id}",
  "GET /order/sum/client/{id}",
  "POST /order/change/client",
  "GET /order/user/dashboard",
  "GET /order/metaData",
  "GET /order/details",
  "POST /order/details",
  "GET /order/history",
  "GET /order/invoice",
  "GET /order/reports",
  "POST /order/reports",
  "DELETE /order/reports",
  "GET /order/messages",
  "POST /order/messages",
  "GET /order/spp-messages",
  "POST /checkout/complete",
  "POST /checkout/order",
  "GET /checkout/order",
  "GET /checkout/projectDetails",
  "POST /checkout/projectDetails",
  "GET /order/invoice/detail",
  "POST /order/refund",
  "POST /subscription/find",
  "PUT /subscription/cancel",
  "PUT /subscription/chargeNow",
  "POST /subscription/card",
  "GET /subscription/mine",
  "POST /affiliates/find",
  "POST /affiliates/export",
  "POST /commission/find",
  "POST /commissions/find",
  "POST /commissions/export",
  "PUT /commissions",
  "POST /coupon/find",
  "GET /coupon/detail",
  "POST /coupon",
  "DELETE /coupon",
  "POST /checkout/coupon/apply",
  "GET /checkout/coupon/apply/success",
  "GET /openapi.json",
  "POST /announcement/find",
  "GET /announcement/visible",
  "GET /announcement/detail",
  "POST /announcement",
  "DELETE /announcement",
  "POST /creative/find",
  "GET /creative/detail",
  "POST /creative",
  "DELETE /creative",
  "GET /admin/report/agents",
  "GET /admin/report/clients",
  "GET /admin/report/newClients",
  "GET /admin/report/compare",
  "GET /admin/report/agents/export",
  "GET /admin/report/clients/export",
  "GET /admin/report/newClients/export",
  "GET /admin/report/compare/export",
];
