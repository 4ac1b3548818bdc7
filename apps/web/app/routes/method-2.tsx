import text from '../../../../docs/method/2/README.md';
import { TextPage } from '../features/published/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { SiteLink } from '../shell/navigation/site-link.tsx';
import { breadcrumbs } from '../shell/navigation/structured-data.ts';
import '../features/published/text.css';
import type { Route } from './+types/method-2';

const TITLE = 'The method, version 2';

export function loader() {
  return { page: { ...text, title: TITLE } };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(TITLE, matches, {
    description: 'The next version of the method: every rule that changes, why, and its worked examples.',
    structuredData: (site) => [
      breadcrumbs(site, [
        { name: site.productName, path: '/' },
        { name: 'How the score is made', path: '/method' },
        { name: TITLE, path: '/method/2' },
      ]),
    ],
  });

export default function MethodVersion2({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <TextPage
      page={page}
      lead={
        <p>
          Every result names the version it was made by. What changes from <SiteLink to="/method">version 1</SiteLink>,
          and why, is in <a href="#10-versions">section 10</a>.
        </p>
      }
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
