import { settingsContext } from '../context/load-context.ts';
import { VerifyPage } from '../features/verify/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { breadcrumbs } from '../shell/navigation/structured-data.ts';
import '../features/verify/verify.css';
import type { Route } from './+types/verify';

const TITLE = 'Verify a report';

export function loader({ context }: Route.LoaderArgs) {
  return { siteUrl: context.get(settingsContext).publicUrl };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(TITLE, matches, {
    description:
      'Check a signed report in your browser, without uploading it: who issued it, when, and whether it was changed.',
    isListed: true,
    structuredData: (site) => [
      breadcrumbs(site, [
        { name: site.productName, path: '/' },
        { name: TITLE, path: '/verify' },
      ]),
    ],
  });

export default function Verify({ loaderData }: Route.ComponentProps) {
  return (
    <main className="page" id="main">
      <VerifyPage siteUrl={loaderData.siteUrl} facts={null} />
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
