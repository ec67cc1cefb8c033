import { isTrouble } from "~/domain/payments/accountLines";
import type { PaymentAccountCheck } from "~/domain/payments/paymentAccountChecks";
import { type FirstStep, firstStepNames } from "~/domain/setup/firstStepNames";
import { serviceTemplateNames, serviceTemplates } from "~/domain/setup/serviceTemplates";
import { accountLabels } from "~/features/settings/accountLabels";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { Button } from "~/ui/form/Button";
import { Form } from "~/ui/form/Form";
import { LinkButton } from "~/ui/form/LinkButton";
import { Icon } from "~/ui/icon/Icon";

const steps: Record<FirstStep, { title: string; text: string; href?: string; action: string }> = {
  brand: {
    title: "Name, logo and color",
    text: "They appear on every page, email and invoice.",
    href: paths.brandSettings(),
    action: "Edit brand",
  },
  contact: {
    title: "Support address and links",
    text: "Where customers write to you, and your terms and privacy pages.",
    href: paths.contactSettings(),
    action: "Edit contact",
  },
  company: {
    title: "Company and invoices",
    text: "The company that issues your invoices, its tax ID and bank details, and the time zone of your working day.",
    href: paths.companySettings(),
    action: "Edit company",
  },
  payments: {
    title: "Card payments",
    text: "Check both payment accounts. This step is done when they can charge cards and the first message from the card provider arrived.",
    href: paths.paymentSettings(),
    action: "Check accounts",
  },
  mail: { title: "Email", text: "Send yourself a test email and see whether it arrives.", action: "Send test email" },
  service: {
    title: "Your first service",
    text: "Start from a template. It stays hidden until you show it to customers.",
    href: paths.serviceNew(),
    action: "Start empty",
  },
  shop: {
    title: "Your shop",
    text: "Choose whether visitors see your services and prices before they sign up. It is open until you close it.",
    href: paths.shopSettings(),
    action: "Edit shop",
  },
  team: { title: "Your team", text: "Invite the people you work with.", href: paths.team(), action: "Invite" },
};

interface FirstStepsProps {
  done: Record<FirstStep, boolean>;
  accounts: readonly PaymentAccountCheck[];
}

/** What a new portal still needs. Steps can be done in any order. */
export function FirstSteps({ done, accounts }: FirstStepsProps) {
  return (
    <ol className="setup-steps">
      {firstStepNames.map((name) => {
        const { title, text, href, action } = steps[name];
        return (
          <li key={name} className="card setup-step">
            <span className={done[name] ? "step-mark step-done" : "step-mark"}>
              {done[name] ? <Icon name="check" size={18} /> : null}
              <span className="visually-hidden">{done[name] ? "Done" : "Open"}</span>
            </span>
            <div className="stack-small">
              <h2>{title}</h2>
              <p className="muted">{text}</p>
              {name === "payments" ? <AccountTroubles accounts={accounts} /> : null}
              {name === "service" ? <Templates /> : null}
            </div>
            {href ? (
              <LinkButton to={href} variant="outline">
                {action}
              </LinkButton>
            ) : (
              <Form method="post">
                <Button type="submit" variant="outline">
                  {action}
                </Button>
              </Form>
            )}
          </li>
        );
      })}
    </ol>
  );
}

const Templates = () => (
  <Form method="post" className="template-choices">
    {serviceTemplateNames.map((name) => (
      <div key={name}>
        <Button type="submit" name="template" value={name} variant="outline" size={1}>
          {serviceTemplates[name].label}
        </Button>
        <p className="muted">{serviceTemplates[name].help}</p>
      </div>
    ))}
  </Form>
);

const AccountTroubles = ({ accounts }: Pick<FirstStepsProps, "accounts">) =>
  accounts.flatMap(({ account, lines }) =>
    lines.filter(isTrouble).map(({ label, text, advice }) => (
      <Alert key={account + label} tone="danger" title={`${accountLabels[account]}: ${text}`}>
        {advice}
      </Alert>
    )),
  );
