import { settingsContext } from '../context/load-context.ts';
import { LegalPage, legalPage } from '../features/published/index.ts';
import text from '../features/published/texts/privacy-policy.text';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import type { Route } from './+types/privacy-policy';

export function loader({ context }: Route.LoaderArgs) {
  return legalPage(text, context.get(settingsContext));
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(loaderData?.title ?? '', matches, {
    description:
      'What data the service keeps about you, why, for how long, and what your rights are. No tracking, no advertising, nothing loaded from elsewhere.',
    isListed: true,
  });

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return <LegalPage page={loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
