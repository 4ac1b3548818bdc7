import { ApiError, createClient } from '@assay/contracts/client';
import { useEffect, useRef } from 'react';
import { data } from 'react-router';
import { ChangesNote, ResultPage, RunningCheck, useCheckState, useIsFresh } from '../features/result/index.ts';
import { apiFetchContext } from '../load-context.ts';
import type { PageHandle } from '../shell/default-layout.tsx';
import { ErrorPage, PlainPage } from '../shell/error-page.tsx';
import { pageMeta } from '../shell/page-meta.ts';
import { browserClient } from '../shell/session/browser-client.ts';
import { useSession } from '../shell/session/session.tsx';
import { useProductName } from '../shell/site-settings.ts';
import type { Route } from './+types/risk-check';

export const handle: PageHandle = { header: 'search' };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  try {
    return await client.checkState(params.subId, { signal: request.signal });
  } catch (error) {
    // Whatever keeps the result away, the page says the same: it is not there.
    if (error instanceof ApiError) throw data(null, { status: 404 });
    throw error;
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (loaderData === undefined) return pageMeta('Page Not Found', matches);
  return pageMeta(titleOf(loaderData), matches);
};

function titleOf(state: Route.ComponentProps['loaderData']): string {
  switch (state.status) {
    case 'done':
      return `Risk score for ${state.asset.ticker} wallet address`;
    case 'running':
      return `Risk score for ${state.ticker} wallet address`;
    case 'failed':
      return 'The check could not be finished';
  }
}

export default function RiskCheck({ loaderData, params }: Route.ComponentProps) {
  return <RiskCheckBody key={params.subId} initial={loaderData} />;
}

function RiskCheckBody({ initial }: { readonly initial: Route.ComponentProps['loaderData'] }) {
  const state = useCheckState(initial, browserClient);
  const wasRunning = useRef(initial.status === 'running');
  const subId = state.status === 'done' ? state.asset.sub_id : state.sub_id;
  const isFresh = useIsFresh(subId, wasRunning.current && state.status === 'done');
  const productName = useProductName();
  const hasEnded = wasRunning.current && state.status !== 'running';
  const { user, reload } = useSession();
  const isGuest = user === null;

  // A check that failed or was not rated was given back while it ran.
  useEffect(() => {
    if (hasEnded && !isGuest) void reload();
  }, [hasEnded, isGuest, reload]);

  if (state.status === 'failed') return <PlainPage title={state.message} />;
  return (
    <main className="page page-result" id="main">
      {state.status === 'done' && state.changes && <ChangesNote changes={state.changes} />}
      {state.status === 'done' ? (
        <ResultPage asset={state.asset} productName={productName} isFresh={isFresh} />
      ) : (
        <RunningCheck state={state} productName={productName} />
      )}
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
