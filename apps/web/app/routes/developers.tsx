import text from '../../../../docs/developers/README.md';
import { TextPage } from '../features/published/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { SiteLink } from '../shell/navigation/site-link.tsx';
import { breadcrumbs } from '../shell/navigation/structured-data.ts';
import '../features/published/text.css';
import type { Route } from './+types/developers';

const TITLE = 'Public API';

export function loader() {
  return { page: { ...text, title: TITLE } };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(TITLE, matches, {
    description: 'Check wallet addresses from your own programs: keys, calls, results, errors and limits.',
    isListed: true,
    structuredData: (site) => [
      breadcrumbs(site, [
        { name: site.productName, path: '/' },
        { name: TITLE, path: '/developers' },
      ]),
    ],
  });

export default function Developers({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <TextPage
      page={page}
      lead={
        <p>
          Check wallet addresses from your own programs. Keys are made in the account, under{' '}
          <SiteLink to="/account/developers">Developers</SiteLink>; the{' '}
          <SiteLink to="/developers/reference" prefetch="none" reloadDocument>
            reference
          </SiteLink>{' '}
          shows every call and field.
        </p>
      }
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
