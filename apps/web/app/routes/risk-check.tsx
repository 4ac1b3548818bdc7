import { ApiError, type Client, createClient } from '@assay/contracts/client';
import { shortenAddress } from '@assay/ui';
import { useEffect, useRef } from 'react';
import { data } from 'react-router';
import { ChangesNote, ResultPage, RunningCheck, useCheckState, useIsFresh } from '../features/result/index.ts';
import { DownloadReport, type ShareFacts, ShareMenu, SharingNotice, useShare } from '../features/share/index.ts';
import { apiFetchContext } from '../load-context.ts';
import { useAlerts } from '../shell/alerts.tsx';
import type { PageHandle } from '../shell/default-layout.tsx';
import { ErrorPage, PlainPage } from '../shell/error-page.tsx';
import { missingPageMeta, pageMeta } from '../shell/page-meta.ts';
import { browserClient } from '../shell/session/browser-client.ts';
import { useSession } from '../shell/session/session.tsx';
import { useProductName } from '../shell/site-settings.ts';
import '../styles/share.css';
import type { Route } from './+types/risk-check';

export const handle: PageHandle = { header: 'search' };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  try {
    const state = await client.checkState(params.subId, { signal: request.signal });
    return { state, share: await readShare(client, params.subId, request.signal) };
  } catch (error) {
    // Whatever keeps the result away, the page says the same: it is not there.
    if (error instanceof ApiError) throw data(null, { status: 404 });
    throw error;
  }
}

/** Who may change the sharing; without an answer the page offers no change. */
async function readShare(client: Client<AbortSignal>, subId: string, signal: AbortSignal): Promise<ShareFacts | null> {
  try {
    return await client.share(subId, { signal });
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (loaderData === undefined) return missingPageMeta(matches);
  const { state } = loaderData;
  if (state.status !== 'done') return pageMeta(titleOf(state), matches);
  const { sub_id: subId, riskscore, ticker, address, texts } = state.asset;
  const stars = riskscore === 0 ? 'Not rated' : `${riskscore} of 5 stars`;
  return pageMeta(titleOf(state), matches, {
    description: `${stars}. ${texts.headline} ${ticker} ${shortenAddress(address)}.`,
    image: {
      path: `/api/monitor/check/${subId}/preview.png`,
      width: 1200,
      height: 630,
      alt: `${stars}: ${texts.headline} ${ticker} wallet ${shortenAddress(address)}, with the rosette of the report.`,
    },
  });
};

type LoadedState = Route.ComponentProps['loaderData']['state'];

function titleOf(state: LoadedState): string {
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
  return <RiskCheckBody key={params.subId} initial={loaderData.state} share={loaderData.share} />;
}

interface RiskCheckBodyProps {
  readonly initial: LoadedState;
  readonly share: ShareFacts | null;
}

function RiskCheckBody({ initial, share: initialShare }: RiskCheckBodyProps) {
  const { state, facts, progress, cancel, isCancelling } = useCheckState(initial, browserClient);
  const wasRunning = useRef(initial.status === 'running');
  const subId = state.status === 'done' ? state.asset.sub_id : state.sub_id;
  const isFresh = useIsFresh(subId, wasRunning.current && state.status === 'done');
  const productName = useProductName();
  const hasEnded = wasRunning.current && state.status !== 'running';
  const { user, reload } = useSession();
  const isGuest = user === null;
  const { show } = useAlerts();
  const onFailure = (message: string) => show({ type: 'error', message });
  const share = useShare({ subId, initial: initialShare, client: browserClient, onFailure });

  // A check that failed or was not rated was given back while it ran.
  useEffect(() => {
    if (hasEnded && !isGuest) void reload();
  }, [hasEnded, isGuest, reload]);

  if (state.status === 'failed') return <PlainPage title={state.message} />;
  return (
    <main className="page page-result" id="main">
      {state.status === 'done' && state.changes && <ChangesNote changes={state.changes} />}
      {state.status === 'done' ? (
        <ResultPage
          asset={state.asset}
          productName={productName}
          isFresh={isFresh}
          share={<ShareMenu share={share} />}
          download={<DownloadReport subId={subId} client={browserClient} />}
          notice={<SharingNotice share={share} />}
        />
      ) : (
        <RunningCheck
          state={state}
          productName={productName}
          facts={facts}
          progress={progress}
          isCancelling={isCancelling}
          onCancel={share.isOwner ? () => void cancel() : null}
        />
      )}
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
