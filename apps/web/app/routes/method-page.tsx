import type { ReactNode } from 'react';
import { data } from 'react-router';
import version2 from '../../../../docs/method/2/README.md';
import transactions from '../../../../docs/method/transactions/README.md';
import { TextPage } from '../features/published/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { missingPageMeta, pageMeta } from '../shell/navigation/page-meta.ts';
import { SiteLink } from '../shell/navigation/site-link.tsx';
import { breadcrumbs } from '../shell/navigation/structured-data.ts';
import '../features/published/text.css';
import type { Route } from './+types/method-page';

// One route for all: each route is in the list that every page loads.
export function loader({ params }: Route.LoaderArgs) {
  switch (params.page) {
    case '2':
      return {
        name: '2' as const,
        page: { ...version2, title: 'The method, version 2' },
        description: 'The next version of the method: every rule that changes, why, and its worked examples.',
      };
    case 'transactions':
      return {
        name: 'transactions' as const,
        page: { ...transactions, title: 'The method for a transaction' },
        description: 'How one deposit or withdrawal is rated: what counts, by which rules, and worked examples.',
      };
    default:
      throw data(null, { status: 404 });
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData === undefined
    ? missingPageMeta(matches)
    : pageMeta(loaderData.page.title, matches, {
        description: loaderData.description,
        structuredData: (site) => [
          breadcrumbs(site, [
            { name: site.productName, path: '/' },
            { name: 'How the score is made', path: '/method' },
            { name: loaderData.page.title, path: `/method/${loaderData.name}` },
          ]),
        ],
      });

const LEADS: Readonly<Record<'2' | 'transactions', ReactNode>> = {
  '2': (
    <p>
      Every result names the version it was made by. What changes from <SiteLink to="/method">version 1</SiteLink>, and
      why, is in <a href="#10-versions">section 10</a>.
    </p>
  ),
  transactions: (
    <p>
      It uses the rules of <SiteLink to="/method/2">version 2</SiteLink>, and says what is different for one payment.
    </p>
  ),
};

export default function MethodPage({ loaderData: { name, page } }: Route.ComponentProps) {
  return <TextPage page={page} lead={LEADS[name]} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
