import text from '../../../../docs/developers/test-addresses.md';
import { TextPage } from '../features/published/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { SiteLink } from '../shell/navigation/site-link.tsx';
import { breadcrumbs } from '../shell/navigation/structured-data.ts';
import '../features/published/text.css';
import type { Route } from './+types/test-addresses';

const TITLE = 'Test addresses';

export function loader() {
  return { page: { ...text, title: TITLE } };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(TITLE, matches, {
    description: 'The addresses that test keys of the public API know, and what a check of each answers.',
    structuredData: (site) => [
      breadcrumbs(site, [
        { name: site.productName, path: '/' },
        { name: 'Public API', path: '/developers' },
        { name: TITLE, path: '/developers/test-addresses' },
      ]),
    ],
  });

export default function TestAddresses({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <TextPage
      page={page}
      lead={
        <p>
          For programs that are tried out with a test key of the <SiteLink to="/developers">public API</SiteLink>.
        </p>
      }
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
