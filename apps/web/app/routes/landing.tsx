import { ASSETS, type Asset } from '@assay/domain';
import { SearchPanel } from '../features/check/index.ts';
import { CoverageSection, Hero, HowItWorks, LandingFooter } from '../features/landing/index.ts';
import { settingsContext } from '../load-context.ts';
import type { PageHandle } from '../shell/default-layout.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { HERO_FORM_ID } from '../shell/header.tsx';
import { pageMeta } from '../shell/page-meta.ts';
import type { Route } from './+types/landing';

export const handle: PageHandle = { header: 'landing' };

export function loader({ context, request }: Route.LoaderArgs) {
  const { coverage, examples } = context.get(settingsContext);
  return {
    coverage,
    examples,
    address: new URL(request.url).searchParams.get('address') ?? '',
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta('Wallet risk check', matches),
  {
    name: 'description',
    content: 'Paste a wallet address, pick the asset and get one to five stars, with the evidence behind every star.',
  },
];

export default function Landing({ loaderData }: Route.ComponentProps) {
  const [firstAsset] = ASSETS;
  if (firstAsset === undefined) throw new Error('The asset list is empty');
  return (
    <>
      <main className="landing" id="main">
        <Hero form={<HeroForm asset={firstAsset} address={loaderData.address.replace(/\s+/g, '')} />} />
        <HowItWorks />
        <CoverageSection coverage={loaderData.coverage} examples={loaderData.examples} />
      </main>
      <LandingFooter />
    </>
  );
}

function HeroForm({ asset, address }: { readonly asset: Asset; readonly address: string }) {
  return (
    <div className="hero-form" id={HERO_FORM_ID}>
      <SearchPanel
        key={address}
        variant="selector"
        asset={asset}
        address={address}
        hint={
          <>
            One to five stars, with the transfers behind them.
            <noscript> Checks need JavaScript in the browser.</noscript>
          </>
        }
      />
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
