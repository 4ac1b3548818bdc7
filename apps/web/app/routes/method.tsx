import text from '../../../../docs/method/README.md';
import { TextPage } from '../features/published/index.ts';
import { ErrorPage } from '../shell/error-page.tsx';
import { pageMeta } from '../shell/page-meta.ts';
import { SiteLink } from '../shell/site-link.tsx';
import { breadcrumbs } from '../shell/structured-data.ts';
import '../styles/text.css';
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
            In short: Assay follows the money of an address back to where it came from and on to where it went, until it
            meets somebody whom a list names. Each share of the money weighs as much as the risk of where it ended, a
            small share from a bad source cannot be averaged away, and where too little is known there are no stars.
            What is known here stands under <SiteLink to="/sources">Sources and coverage</SiteLink>.
          </p>
        </>
      }
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
