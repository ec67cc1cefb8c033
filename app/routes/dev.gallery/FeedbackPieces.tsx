import { Card } from "~/ui/card/Card";
import { Alert } from "~/ui/feedback/Alert";
import { Badge } from "~/ui/feedback/Badge";
import { ProgressBar } from "~/ui/feedback/ProgressBar";
import { Skeleton } from "~/ui/feedback/Skeleton";
import { Spinner } from "~/ui/feedback/Spinner";
import { StatusDot } from "~/ui/feedback/StatusDot";
import { showToast } from "~/ui/feedback/showToast";
import { Button } from "~/ui/form/Button";

const tones = ["neutral", "info", "success", "warning", "danger"] as const;

export function FeedbackPieces() {
  return (
    <div className="grid-2">
      <Card title="Alerts">
        <div className="stack">
          {tones.map((tone) => (
            <Alert key={tone} tone={tone} title={tone === "warning" ? "Payment is due" : undefined}>
              A message in the page, with <a href="?view=feedback">a link to more about it</a>.
            </Alert>
          ))}
          <Alert tone="warning" title="Payment failed" action={<Button size={1}>Pay now</Button>}>
            Your bank asked for a confirmation.
          </Alert>
        </div>
      </Card>
      <div className="stack">
        <Card title="States">
          <div className="stack">
            <div className="row">
              {tones.map((tone) => (
                <StatusDot key={tone} tone={tone}>
                  {tone}
                </StatusDot>
              ))}
            </div>
            <div className="row">
              {tones.map((tone) => (
                <Badge key={tone} tone={tone}>
                  {tone}
                </Badge>
              ))}
            </div>
          </div>
        </Card>
        <Card title="Waiting">
          <div className="stack">
            <div className="row">
              <Spinner label="Loading" />
              <Spinner large label="Loading more" />
            </div>
            <ProgressBar label="Uploading brief.docx" value={62} />
            <Skeleton shape="title" />
            <Skeleton lines={3} />
          </div>
        </Card>
        <Card title="Toasts by script">
          <div className="row">
            <Button onClick={() => showToast("success", "Checkout URL copied successfully")}>Success</Button>
            <Button onClick={() => showToast("danger", "Unable to copy checkout URL")}>Error</Button>
          </div>
        </Card>
      </div>
    </div>
  );
}
