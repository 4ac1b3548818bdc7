import text from '../../../../docs/method/transactions/README.md';
import { TextPage } from '../features/published/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { SiteLink } from '../shell/navigation/site-link.tsx';
import { breadcrumbs } from '../shell/navigation/structured-data.ts';
import '../features/published/text.css';
import type { Route } from './+types/method-transactions';

const TITLE = 'The method for a transaction';

export function loader() {
  return { page: { ...text, title: TITLE } };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(TITLE, matches, {
    description: 'How one deposit or withdrawal is rated: what counts, by which rules, and worked examples.',
    structuredData: (site) => [
      breadcrumbs(site, [
        { name: site.productName, path: '/' },
        { name: 'How the score is made', path: '/method' },
        { name: TITLE, path: '/method/transactions' },
      ]),
    ],
  });

export default function MethodOfTransactions({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <TextPage
      page={page}
      lead={
        <p>
          It uses the rules of <SiteLink to="/method/2">version 2</SiteLink>, and says what is different for one
          payment.
        </p>
      }
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
