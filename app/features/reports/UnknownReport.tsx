import { UNKNOWN_REPORT } from "~/domain/reports/reportTypes";
import { paths } from "~/paths";
import { ErrorPage } from "~/ui/feedback/ErrorPage";
import { LinkButton } from "~/ui/form/LinkButton";

export const UnknownReport = () => (
  <ErrorPage
    title={UNKNOWN_REPORT}
    action={
      <LinkButton to={paths.report("agents")} variant="solid">
        Show the reports
      </LinkButton>
    }
  />
);
