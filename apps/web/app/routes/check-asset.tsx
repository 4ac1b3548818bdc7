import { findAsset, parentsOf } from '@assay/domain';
import { data } from 'react-router';
import { answerCheckForm, SearchPanel } from '../features/check/index.ts';
import { ScoreGuide } from '../features/home/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { NO_WALLET } from '../shell/layout/no-wallet.ts';
import { assetPath } from '../shell/navigation/listed-paths.ts';
import { missingPageMeta, pageMeta } from '../shell/navigation/page-meta.ts';
import { SiteLink } from '../shell/navigation/site-link.tsx';
import { breadcrumbs } from '../shell/navigation/structured-data.ts';
import { readLinkedAddress } from '../shell/secrets/linked-address.ts';
import { readSessionIfKnown } from '../shell/session/read-session.ts';
import type { Route } from './+types/check-asset';
import type { PageHandle } from './default-layout.tsx';
// Here, and not with the guide: the server links the styles of routes only.
import '../features/home/home.css';

export const handle: PageHandle = { header: 'plain' };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const query = url.searchParams;
  const asset = assetOf(params.id, query);
  const { ticker, name, subticker } = asset;
  return {
    // A visitor cannot check, and gets the same page as every other visitor.
    formKey: (await readSessionIfKnown({ context, request })) === null ? undefined : crypto.randomUUID(),
    asset: { ticker, name, parent: asset.parent, subticker },
    address: await readLinkedAddress(url),
    path: assetPath(ticker, asset.parent),
    others: parentsOf(ticker)
      .filter((other) => other !== asset.parent)
      .map((other) => ({ parent: other, path: assetPath(ticker, other) })),
  };
}

function assetOf(id: string, query: URLSearchParams) {
  const asset = findAsset(id, query.get('parent') ?? undefined);
  if (asset === undefined)
    throw data('This asset is not in our list. Start a new check and choose it there.', { status: 404 });
  return asset;
}

/** For who has no script, and for a form that was sent before it came. */
export async function action({ context, params, request }: Route.ActionArgs) {
  return await answerCheckForm({ context, request }, assetOf(params.id, new URL(request.url).searchParams));
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

export default function CheckAsset({ loaderData, actionData }: Route.ComponentProps) {
  const { asset, formKey, path, others } = loaderData;
  const address = actionData?.address ?? loaderData.address;
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
          formAction={path}
          {...(formKey === undefined ? {} : { formKey })}
          failure={actionData?.error}
          hint={`One to five stars, with the transfers behind them. ${NO_WALLET}`}
        />
        {actionData?.isOutOfChecks === true && (
          <p>
            <SiteLink className="link" to="/account?tab=tariffs">
              Buy checks
            </SiteLink>
          </p>
        )}
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
        <ScoreGuide />
      </div>
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
