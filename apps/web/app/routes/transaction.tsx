import { apiFetchContext } from '../context/load-context.ts';
import { answerTransactionForm, loadMoves, TransactionPage } from '../features/transaction/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { missingPageMeta, pageMeta } from '../shell/navigation/page-meta.ts';
import '../features/published/text.css';
import '../features/transaction/transaction.css';
import type { Route } from './+types/transaction';
import type { PageHandle } from './default-layout.tsx';

export const handle: PageHandle = { header: 'search' };

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const loaded = await loadMoves(context.get(apiFetchContext), url, request.signal);
  return { loaded, formKey: crypto.randomUUID() };
}

/** The forms of the page, for who has no script, and sent before it came. */
export async function action({ context, request }: Route.ActionArgs) {
  return await answerTransactionForm({ context, request });
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData === undefined
    ? missingPageMeta(matches)
    : pageMeta(loaderData.loaded.is === 'asked' ? 'Check a transaction' : 'What this transaction moved', matches, {
        description: 'Where the money of one payment comes from, or where it went, by the id of its transaction.',
      });

export default function Transaction({ loaderData, actionData }: Route.ComponentProps) {
  return <TransactionPage {...loaderData} answer={actionData ?? null} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
