import published from '../../../../docs/scorecard/scorecard.json';
import { ScorecardPage } from '../features/scorecard/index.ts';
import { viewOf } from '../features/scorecard/view.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { breadcrumbs } from '../shell/navigation/structured-data.ts';
import '../features/published/text.css';
import '../features/scorecard/scorecard.css';
import type { Route } from './+types/scorecard';

const TITLE = 'Scorecard';

export function loader() {
  return { view: viewOf(published) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(TITLE, matches, {
    description:
      'How well the stars work: recall, false alarms and the price of attacks, by every version of the method, with what it does not show.',
    isListed: true,
    structuredData: (site) => [
      breadcrumbs(site, [
        { name: site.productName, path: '/' },
        { name: TITLE, path: '/scorecard' },
      ]),
    ],
  });

export default function Scorecard({ loaderData: { view } }: Route.ComponentProps) {
  return <ScorecardPage view={view} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
