import { answerPlannedForm, PlannedPage } from '../features/planned/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import '../features/published/text.css';
import '../features/planned/planned.css';
import type { Route } from './+types/planned';
import type { PageHandle } from './default-layout.tsx';

export const handle: PageHandle = { header: 'search' };

/** The form of the page, with and without a script. */
export async function action({ context, request }: Route.ActionArgs) {
  return await answerPlannedForm({ context, request });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta('Check a planned payment', matches, {
    description: 'What a payment is rated before it happens, and the stars of your own wallet before and after it.',
  });

export default function Planned({ actionData }: Route.ComponentProps) {
  return <PlannedPage answer={actionData ?? null} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
