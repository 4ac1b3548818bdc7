import type { OwnExplorer } from '@assay/contracts';
import { ApiError, type Client, createClient } from '@assay/contracts/client';
import { shortenAddress } from '@assay/wording';
import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { apiFetchContext } from '../context/load-context.ts';
import { ExplorerPage, packExplorer } from '../features/explorer/index.ts';
import { askForPage } from '../shell/data/ask-for-page.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { missingPageMeta, pageMeta } from '../shell/navigation/page-meta.ts';
import type { PageHandle } from './default-layout.tsx';
import '../features/explorer/explorer.css';
import type { Route } from './+types/explore';

export const handle: PageHandle = { header: 'search' };

const MISSING =
  'There is nothing to explore here: the result does not exist, is not finished or is no longer shared. Check the address yourself.';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  const answer = client.call('GET /monitor/check/:sub_id/graph', { sub_id: params.subId, signal: request.signal });
  const graph = await askForPage(answer, MISSING);
  const own = await readOwn(client, params.subId, request.signal);
  return { ticker: graph.asset.ticker, address: graph.address, data: packExplorer({ graph, own }) };
}

/** What the owner's workspace added; null for everyone else. */
async function readOwn({ call }: Client<AbortSignal>, subId: string, signal: AbortSignal): Promise<OwnExplorer | null> {
  try {
    return await call('GET /monitor/check/:sub_id/explorer', { sub_id: subId, signal });
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData === undefined
    ? missingPageMeta(matches)
    : pageMeta(`Explorer of ${loaderData.ticker} ${shortenAddress(loaderData.address)}`, matches, {
        description: 'Who paid this wallet and whom it paid, as far as the evidence of the result goes.',
      });

export default function Explore({ loaderData, params }: Route.ComponentProps) {
  const { search } = useLocation();
  return (
    <main className="page page-explorer" id="main" tabIndex={-1}>
      <Suspense>
        <ExplorerPage key={params.subId} data={loaderData.data} query={search} />
      </Suspense>
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
