import { useEffect, useRef, useState } from "react";
import { DETAILS_OF } from "~/domain/checkout/checkoutQuery";
import type { PayableOrder } from "~/domain/checkout/checkoutTypes";
import type { EarlierAnswers } from "~/domain/intake/earlierAnswers";
import type { ProjectDetails } from "~/domain/intake/projectDetails";
import { formatCents } from "~/format/money";
import { encodeId, paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { Button } from "~/ui/form/Button";
import { LinkButton } from "~/ui/form/LinkButton";
import { DetailsForm } from "./DetailsForm";
import { NextLinks } from "./NextLinks";

interface ProjectStepProps {
  order: PayableOrder;
  details: ProjectDetails;
  email?: string;
  /** Answers of the order that was ordered again. */
  earlier: EarlierAnswers | null;
  /** The checkout's address, which answers the form: its code is loaded already. */
  action: string;
}

/** The checkout's last step: what the work starts from. It can be skipped (rules.md checkout/project-step). */
export function ProjectStep({ order, details, email, earlier, action }: ProjectStepProps) {
  const asked = details.intake.length > 0;
  const [choice, setChoice] = useState<"manual" | "upload">(asked ? "manual" : "upload");
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    top.current?.focus();
    window.scrollTo(0, 0);
  }, []);
  const common = {
    details,
    action: `${action}?${DETAILS_OF}=${encodeId(details.orderId)}`,
    uploadKind: "projectStepFile" as const,
    other: (
      <LinkButton to={paths.order(details.orderId)} reloadDocument>
        Skip to order details
      </LinkButton>
    ),
  };
  return (
    <div className="stack project-step">
      <div ref={top} tabIndex={-1}>
        <Alert tone="success" title={`Thank you for your order ${order.orderId}`}>
          {order.amount > 0
            ? `You paid ${formatCents(order.amount)}. We have emailed your receipt${email ? ` to ${email}` : ""}. `
            : ""}
          {asked || details.templateUrl ? "Tell us about your project so we can start. " : ""}
          You can also do this later.
        </Alert>
      </div>
      {details.links ? <NextLinks orderId={details.orderId} links={details.links} /> : null}
      {asked ? (
        <div className="row">
          <Button variant="outline" onClick={() => setChoice(choice === "manual" ? "upload" : "manual")}>
            {choice === "manual" ? "Upload a file instead" : "Fill in manually instead"}
          </Button>
        </div>
      ) : null}
      {/* Both stay in the page, so that a change of mind loses nothing. */}
      {asked ? (
        <div hidden={choice !== "manual"}>
          <DetailsForm {...common} choice="manual" earlier={earlier} />
        </div>
      ) : null}
      {asked || details.templateUrl ? (
        <div hidden={choice !== "upload"}>
          <DetailsForm {...common} choice="upload" />
        </div>
      ) : (
        <div className="row">{common.other}</div>
      )}
    </div>
  );
}
