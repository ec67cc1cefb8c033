import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { pageTitle } from "~/features/frame/pageTitle";
import { useBrand } from "~/features/frame/useBrand";
import { pageContext } from "~/http/pageContext.server";
import { PageHeader } from "~/ui/layout/PageHeader";

export const meta = pageTitle("Link watch");

export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "linkChecks.about");
  return null;
}

/** For publishers who find the link watch in their logs. Its user agent names this page. */
export default function LinkWatch() {
  const { supportEmail } = useBrand();
  return (
    <>
      <PageHeader
        title="PortalLinkWatch"
        help="The program that checks whether links we placed are still on their pages."
      />
      <p>
        It reads only pages that have a link of our clients, and the page that the link leads to: a few times in the
        first month, then once a month or less. It visits a site once every five seconds at most, reads at most 2 MB of
        a page, sends no cookies and fills in no forms.
      </p>
      <p>To keep it out, add these lines to your robots.txt. It reads the file once a day.</p>
      <pre>{"User-agent: PortalLinkWatch\nDisallow: /"}</pre>
      <p>
        Questions? Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    </>
  );
}
