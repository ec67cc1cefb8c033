import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { userOf } from "~/domain/context";
import { WelcomeVideo } from "~/features/accounts/WelcomeVideo";
import { pageTitle } from "~/features/frame/pageTitle";
import { useBrand } from "~/features/frame/useBrand";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import "~/features/home/home.css";

export const meta = pageTitle("Welcome");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "account.welcome");
  return { firstName: userOf(ctx.actor)?.firstName ?? "", video: ctx.settings.contact.welcomeVideo };
}

const steps = [
  { title: "Choose a service", text: "Each one says what is included and what it costs. You pay by card." },
  { title: "Tell us about your project", text: "A short form asks for what we need. You can complete it later." },
  {
    title: "Follow the progress",
    text: "Steps, messages and reports are on the order. We email you when one is ready.",
  },
];

/** Onboarding, shown once after a customer's first sign-in. */
export default function Welcome() {
  const { firstName, video } = useLoaderData<typeof loader>();
  const { name } = useBrand();
  return (
    <div className="stack-large narrow">
      <PageHeader title={`Welcome to ${name}, ${firstName}`} help="Your first order takes three steps." />
      <ol className="welcome-steps">
        {steps.map(({ title, text }) => (
          <li key={title} className="card">
            <h2>{title}</h2>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
      {video.url ? <WelcomeVideo {...video} /> : null}
      <div className="row">
        <LinkButton to={paths.services()} variant="solid" size={3}>
          Place new order
        </LinkButton>
        <LinkButton to={paths.home()} size={3}>
          Go to Dashboard
        </LinkButton>
      </div>
    </div>
  );
}
