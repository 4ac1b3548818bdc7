import { ApiError, type Client, createClient, pathOf } from '@assay/contracts/client';
import { countStars, shortenAddress, VERDICT_WORDS } from '@assay/wording';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';
import { apiFetchContext } from '../context/load-context.ts';
import { loadResult, ResultPage, SaidVerdict, useCheckState, useIsFresh } from '../features/result/index.ts';
import { DownloadReport, type ShareFacts, ShareMenu, useShare } from '../features/share/index.ts';
import { useAlerts } from '../shell/layout/alerts.tsx';
import { ErrorPage, PlainPage } from '../shell/layout/error-page.tsx';
import { useProductName } from '../shell/layout/site-settings.ts';
import { missingPageMeta, pageMeta } from '../shell/navigation/page-meta.ts';
import { browserClient } from '../shell/session/browser-client.ts';
import { useSession } from '../shell/session/session.tsx';
import type { PageHandle } from './default-layout.tsx';
import '../features/share/share.css';
import type { Route } from './+types/risk-check';

/** Most pages open with a finished check. */
const RunningCheck = lazy(async () => ({
  default: (await import('../features/result/running-check.tsx')).RunningCheck,
}));
/** For those alone who have checked the address before. */
const ChangesNote = lazy(async () => ({ default: (await import('../features/result/changes-note.tsx')).ChangesNote }));
/** For the owner alone, as the next one. */
const SharingNotice = lazy(async () => ({
  default: (await import('../features/share/sharing-notice.tsx')).SharingNotice,
}));
/** Of a check of a transaction. */
const PaymentNote = lazy(() => import('../features/result/payment-note.tsx'));
const VersionNote = lazy(() => import('../features/result/version-note.tsx'));

/** Few results have one. */
const WithdrawnNote = lazy(async () => ({
  default: (await import('../features/result/withdrawn-note.tsx')).WithdrawnNote,
}));

export const handle: PageHandle = { header: 'search' };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  const state = await loadResult(client, params.subId, request.signal);
  return { state, share: await readShare(client, params.subId, request.signal) };
}

/** Who may change the sharing; without an answer the page offers no change. */
async function readShare(
  { call }: Client<AbortSignal>,
  subId: string,
  signal: AbortSignal,
): Promise<ShareFacts | null> {
  try {
    return await call('GET /monitor/check/:sub_id/share', { sub_id: subId, signal });
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (loaderData === undefined) return missingPageMeta(matches);
  const { state } = loaderData;
  if (state.status !== 'done') return pageMeta(titleOf(state), matches);
  const { sub_id: subId, riskscore, ticker, address, texts, payment } = state.asset;
  const stars = starsOf(riskscore);
  const what = `${ticker} ${payment?.direction ?? 'wallet'}`;
  return pageMeta(titleOf(state), matches, {
    description: `${stars}. ${texts.headline} ${what} ${shortenAddress(address)}.`,
    image: {
      path: `/api${pathOf('GET /monitor/check/:sub_id/preview.png', { sub_id: subId })}`,
      width: 1200,
      height: 630,
      alt: `${stars}: ${texts.headline} ${what} ${shortenAddress(address)}, with the rosette of the report.`,
    },
  });
};

function starsOf(riskscore: number): string {
  return riskscore === 0 ? VERDICT_WORDS.not_rated : countStars(riskscore);
}

type LoadedState = Route.ComponentProps['loaderData']['state'];

function titleOf(state: LoadedState): string {
  switch (state.status) {
    case 'done':
      return `Risk score for ${state.asset.ticker} ${state.asset.payment?.direction ?? 'wallet address'}`;
    case 'running':
      return `Risk score for ${state.ticker} ${state.payment?.direction ?? 'wallet address'}`;
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

  const main = useRef<HTMLElement>(null);
  const hasArrived = useNavigationType() === 'PUSH';

  // What was in focus, such as the button to cancel, is gone with the running check.
  useEffect(() => {
    if (hasEnded && document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [hasEnded]);

  // A check that failed or was not rated was given back while it ran.
  useEffect(() => {
    if (hasEnded && !isGuest) void reload();
  }, [hasEnded, isGuest, reload]);

  if (state.status === 'failed') return <PlainPage title={state.message} />;
  return (
    <main className="page page-result" id="main" ref={main} tabIndex={-1}>
      <SaidVerdict text={(hasEnded || hasArrived) && state.status === 'done' ? sentencesOf(state.asset) : null} />
      {state.status === 'done' && state.withdrawn && (
        <Suspense fallback={null}>
          <WithdrawnNote labels={state.withdrawn} />
        </Suspense>
      )}
      {state.status === 'done' && state.changes && (
        <Suspense fallback={null}>
          <ChangesNote changes={state.changes} />
        </Suspense>
      )}
      {state.status === 'done' ? (
        <ResultPage
          asset={state.asset}
          withdrawn={state.withdrawn ?? []}
          askedBy={state.asked_by}
          productName={productName}
          isFresh={isFresh}
          share={<ShareMenu share={share} />}
          download={state.asset.payment?.is_pending !== true && <DownloadReport subId={subId} client={browserClient} />}
          notice={
            <>
              {share.isOwner && (
                <Suspense fallback={null}>
                  <SharingNotice share={share} />
                </Suspense>
              )}
              {state.asset.payment !== undefined && (
                <Suspense fallback={null}>
                  <PaymentNote asset={state.asset} payment={state.asset.payment} />
                </Suspense>
              )}
            </>
          }
        >
          {share.isOwner && state.asset.payment === undefined && (
            <Suspense fallback={null}>
              <VersionNote subId={subId} />
            </Suspense>
          )}
        </ResultPage>
      ) : (
        <Suspense fallback={null}>
          <RunningCheck
            state={state}
            productName={productName}
            facts={facts}
            progress={progress}
            isCancelling={isCancelling}
            onCancel={share.isOwner ? () => void cancel() : null}
          />
        </Suspense>
      )}
    </main>
  );
}

function sentencesOf({ riskscore, texts }: Extract<LoadedState, { status: 'done' }>['asset']): string {
  return `${starsOf(riskscore)}. ${texts.headline} ${texts.advice ?? ''}`;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
