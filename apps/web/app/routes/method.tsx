import text from '../../../../docs/method/README.md';
import { TextPage } from '../features/published/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { SiteLink } from '../shell/navigation/site-link.tsx';
import { breadcrumbs } from '../shell/navigation/structured-data.ts';
import '../features/published/text.css';
import type { Route } from './+types/method';

const TITLE = 'How the score is made';

export function loader() {
  const version = /<p>Version (\S+)\./.exec(text.html)?.[1];
  if (version === undefined) throw new Error('The published method does not name its version');
  return { page: { ...text, title: TITLE }, version };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(TITLE, matches, {
    description:
      'How transfers and labels become one to five stars: every rule, every number, worked examples, and the limits.',
    isListed: true,
    structuredData: (site) => [
      breadcrumbs(site, [
        { name: site.productName, path: '/' },
        { name: TITLE, path: '/method' },
      ]),
    ],
  });

export default function Method({ loaderData: { page, version } }: Route.ComponentProps) {
  return (
    <TextPage
      page={page}
      lead={
        <>
          <p>
            Method version {version}, in full: what you read here is what runs. Every result names the version it was
            made with, and the <a href="#7-worked-examples">worked examples</a> are tests that the code has to pass.
          </p>
          <p>
            In short: Assay traces the funds of an address back to their sources and on to their destinations, until it
            reaches an address that a list names. Each share counts by the risk of where it ended. A small share from a
            bad source is not averaged away, and with too little data there are no stars. The data used here is on the
            page <SiteLink to="/sources">Sources and coverage</SiteLink>; how well the score does on addresses that are
            known beforehand, and what attacks on it cost, is on the <SiteLink to="/scorecard">scorecard</SiteLink>.
          </p>
        </>
      }
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
