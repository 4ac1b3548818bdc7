import text from '../../../../docs/developers/batches.md';
import { TextPage } from '../features/published/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { SiteLink } from '../shell/navigation/site-link.tsx';
import { breadcrumbs } from '../shell/navigation/structured-data.ts';
import '../features/published/text.css';
import type { Route } from './+types/developer-batches';

const TITLE = 'Batches';

export function loader() {
  return { page: { ...text, title: TITLE } };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(TITLE, matches, {
    description: 'Up to 100,000 addresses by one request of the public API: rows, parts, results, costs and limits.',
    structuredData: (site) => [
      breadcrumbs(site, [
        { name: site.productName, path: '/' },
        { name: 'Public API', path: '/developers' },
        { name: TITLE, path: '/developers/batches' },
      ]),
    ],
  });

export default function DeveloperBatches({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <TextPage
      page={page}
      lead={
        <p>
          By the <SiteLink to="/developers">public API</SiteLink>; members of a workspace have the same in the account,
          under 'Batches'.
        </p>
      }
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
