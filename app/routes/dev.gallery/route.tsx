import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { json, useActionData, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { pageContext } from "~/http/pageContext.server";
import { readPreferences } from "~/http/preferences.server";
import { readForm } from "~/http/readForm.server";
import { ErrorPage } from "~/ui/feedback/ErrorPage";
import { Overlay } from "~/ui/feedback/Overlay";
import { showToast } from "~/ui/feedback/showToast";
import { LinkButton } from "~/ui/form/LinkButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { Tabs } from "~/ui/layout/Tabs";
import { CardPieces } from "./CardPieces";
import { ChartPieces } from "./ChartPieces";
import { FeedbackPieces } from "./FeedbackPieces";
import { FormPieces } from "./FormPieces";
import { CustomerFrame, SignedOutFrame, StaffFrame } from "./frames";
import { ListPieces } from "./ListPieces";
import { sampleCharts } from "./sampleCharts.server";
import { SampleDialog, SampleList } from "./sampleList";
import { SampleCustomer, SampleSignedOut } from "./samples";

const views = [
  "form",
  "list",
  "feedback",
  "card",
  "chart",
  "staff",
  "dialog",
  "customer",
  "signed-out",
  "overlay",
  "error",
];

export const meta = () => [{ title: "Gallery" }];

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  await pageContext(args, "gallery.view");
  if (context.portal.env.APP_ENV === "production") throw new Response(null, { status: 404 });
  const { searchParams } = new URL(request.url);
  const view = searchParams.get("view") ?? "form";
  return {
    view,
    toasts: searchParams.has("toasts"),
    wrong: searchParams.has("wrong"),
    charts: view === "chart" ? sampleCharts() : [],
    ...readPreferences(context.portal),
  };
}

/** Responds to every form of the gallery after a delay that makes the button's pending state visible. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  await new Promise((done) => setTimeout(done, 800));
  return json({ posted: [...form.keys()] });
}

export default function Gallery() {
  const { view, theme, menuCollapsed, toasts, wrong, charts } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  useEffect(() => {
    if (!toasts) return;
    showToast("success", "Service updated successfully");
    showToast("info", "Order 10482 has a new message");
    showToast("danger", "An error occurred. Please try again.");
  }, [toasts]);
  if (view === "signed-out") {
    return (
      <SignedOutFrame>
        <SampleSignedOut wrong={wrong} />
      </SignedOutFrame>
    );
  }
  if (view === "customer") {
    return (
      <CustomerFrame theme={theme}>
        <SampleCustomer />
      </CustomerFrame>
    );
  }
  const page = {
    form: <FormPieces />,
    list: <ListPieces />,
    feedback: <FeedbackPieces />,
    card: <CardPieces />,
    chart: <ChartPieces charts={charts} />,
    staff: <SampleList />,
    dialog: <SampleDialog />,
    overlay: <Overlay text="Processing your payment" hint="Please keep this page open." />,
    error: (
      <ErrorPage
        title="404 | Page not found"
        text="The address may be wrong, or the page is gone."
        action={<LinkButton to="/dev/gallery">Back to the gallery</LinkButton>}
      />
    ),
  }[view];
  const sample = view === "staff" || view === "dialog" || view === "error";
  return (
    <StaffFrame theme={theme} collapsed={menuCollapsed}>
      {sample ? null : (
        <>
          <PageHeader
            title="Gallery"
            help="Every piece of the design system in all its states."
            action={<LinkButton to={`?view=${view}&toasts`}>Show toasts</LinkButton>}
          />
          <Tabs
            label="Parts of the gallery"
            tabs={views.map((name) => ({ label: name, href: `?view=${name}`, active: name === view }))}
          />
        </>
      )}
      {answer ? <p role="status">Received: {answer.posted.join(", ")}</p> : null}
      {page ?? <ErrorPage title="404 | Page not found" />}
    </StaffFrame>
  );
}
