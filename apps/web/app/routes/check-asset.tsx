import { findAsset } from '@assay/domain';
import { data } from 'react-router';
import { SearchPanel } from '../features/check/index.ts';
import type { PageHandle } from '../shell/default-layout.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { pageMeta } from '../shell/page-meta.ts';
import type { Route } from './+types/check-asset';

export const handle: PageHandle = { header: 'plain' };

export function loader({ params, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const parent = query.get('parent');
  const asset = findAsset(params.id, parent ?? undefined);
  if (asset === undefined) throw data(null, { status: 404 });
  const { ticker, name, subticker } = asset;
  return {
    asset: { ticker, name, parent: asset.parent, subticker },
    address: query.get('address')?.replace(/\s+/g, '') ?? '',
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData === undefined
    ? pageMeta('Page Not Found', matches)
    : pageMeta(`Check your ${loaderData.asset.ticker}`, matches, `/icons/${loaderData.asset.ticker.toLowerCase()}.svg`);

export default function CheckAsset({ loaderData }: Route.ComponentProps) {
  const { asset, address } = loaderData;
  return (
    <main className="page page-asset" id="main">
      <div className="wrap">
        <h1>Wallet risk check</h1>
        <p className="lede">
          Know where {asset.name} comes from before you take it, so that no exchange or custody service freezes your
          assets.
        </p>
        <SearchPanel
          key={`${asset.ticker}:${asset.parent}:${address}`}
          variant="fixed"
          asset={asset}
          address={address}
          hint="One to five stars, with the transfers behind them."
        />
      </div>
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
