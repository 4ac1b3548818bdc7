import { ApiError, type CallQuery, type Client, createClient } from '@assay/contracts/client';
import { shortenAddress } from '@assay/wording';
import { data } from 'react-router';
import { apiFetchContext } from '../context/load-context.ts';
import { CounterpartiesPage, readSearch } from '../features/counterparties/index.ts';
import { loadResult } from '../features/result/index.ts';
import { askForPage } from '../shell/data/ask-for-page.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { missingPageMeta, pageMeta } from '../shell/navigation/page-meta.ts';
import type { PageHandle } from './default-layout.tsx';
import '../features/published/text.css';
import '../features/result/result.css';
import '../features/counterparties/counterparties.css';
import type { Route } from './+types/counterparties';

export const handle: PageHandle = { header: 'search' };

const LIST = 'GET /monitor/check/:sub_id/counterparties';
const UNFINISHED = 'This check is not finished: its counterparties are listed once there is a result.';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  const state = await loadResult(client, params.subId, request.signal);
  if (state.status !== 'done') throw data(UNFINISHED, { status: 404 });
  const { sub_id, ticker, address, network } = state.asset;
  const search = readSearch(new URL(request.url).searchParams);
  const query = search as CallQuery<typeof LIST>;
  const found = await askForPage(client.call(LIST, { sub_id: params.subId, query, signal: request.signal }));
  return { asset: { sub_id, ticker, address, network }, found, search, isOwner: await ownsIt(client, params.subId) };
}

async function ownsIt({ call }: Client<AbortSignal>, subId: string): Promise<boolean> {
  try {
    return (await call('GET /monitor/check/:sub_id/share', { sub_id: subId })).is_owner;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData === undefined
    ? missingPageMeta(matches)
    : pageMeta(`Counterparties of ${loaderData.asset.ticker} ${shortenAddress(loaderData.asset.address)}`, matches, {
        description: 'Who paid this wallet and whom it paid, by the records of this service.',
      });

export default function CounterpartiesRoute({ loaderData }: Route.ComponentProps) {
  return (
    <main className="page page-result" id="main" tabIndex={-1}>
      <CounterpartiesPage {...loaderData} />
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
