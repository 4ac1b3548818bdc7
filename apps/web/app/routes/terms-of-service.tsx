import { settingsContext } from '../context/load-context.ts';
import { LegalPage, legalPage } from '../features/published/index.ts';
import text from '../features/published/texts/terms-of-service.text';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import type { Route } from './+types/terms-of-service';

export function loader({ context }: Route.LoaderArgs) {
  return legalPage(text, context.get(settingsContext));
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(loaderData?.title ?? '', matches, {
    description: 'What the service does, what it costs, what both sides owe each other, and what a check is not.',
    isListed: true,
  });

export default function TermsOfService({ loaderData }: Route.ComponentProps) {
  return <LegalPage page={loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
