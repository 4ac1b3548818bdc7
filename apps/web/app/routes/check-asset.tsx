import { findAsset, parentsOf } from '@assay/domain';
import { data } from 'react-router';
import { SearchPanel } from '../features/check/index.ts';
import type { PageHandle } from '../shell/default-layout.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { assetPath } from '../shell/listed-paths.ts';
import { NO_WALLET } from '../shell/no-wallet.ts';
import { missingPageMeta, pageMeta } from '../shell/page-meta.ts';
import { SiteLink } from '../shell/site-link.tsx';
import { breadcrumbs } from '../shell/structured-data.ts';
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
    path: assetPath(ticker, asset.parent),
    others: parentsOf(ticker)
      .filter((other) => other !== asset.parent)
      .map((other) => ({ parent: other, path: assetPath(ticker, other) })),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (loaderData === undefined) return missingPageMeta(matches);
  const { asset, path } = loaderData;
  const called = asset.parent === null ? asset.ticker : `${asset.ticker} on ${asset.parent}`;
  return pageMeta(`Check your ${asset.ticker}`, matches, {
    description: `Paste a ${called} (${asset.name}) wallet address and get one to five stars: where its money came from, where it went, and which risks that carries.`,
    canonicalPath: path,
    isListed: true,
    icon: `/icons/${asset.ticker.toLowerCase()}.svg`,
    structuredData: (site) => [
      breadcrumbs(site, [
        { name: site.productName, path: '/' },
        { name: `Check your ${called}`, path },
      ]),
    ],
  });
};

export default function CheckAsset({ loaderData }: Route.ComponentProps) {
  const { asset, address, others } = loaderData;
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
          hint={`One to five stars, with the transfers behind them. ${NO_WALLET}`}
        />
        {others.length > 0 && (
          <nav className="other-networks" aria-label={`${asset.ticker} on other networks`}>
            <span>{asset.ticker} also runs on</span>
            <ul>
              {others.map(({ parent, path }) => (
                <li key={path}>
                  <SiteLink className="link" prefetch="hover" to={path}>
                    {parent ?? 'its own chain'}
                  </SiteLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
