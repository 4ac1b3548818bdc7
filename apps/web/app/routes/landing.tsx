import { ASSETS, type Asset } from '@assay/domain';
import { lazy, Suspense } from 'react';
import { SearchPanel } from '../features/check/index.ts';
import { CoverageSection, Hero, HowItWorks, LandingFooter } from '../features/landing/index.ts';
import { settingsContext } from '../load-context.ts';
import type { PageHandle } from '../shell/default-layout.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { HERO_FORM_ID } from '../shell/header.tsx';
import { pageMeta } from '../shell/page-meta.ts';
import { useSession } from '../shell/session/session.tsx';
import type { Route } from './+types/landing';
// Here, and not in what is loaded later: the server links the styles of routes only.
import '../styles/history.css';
import '../styles/home.css';

export const handle: PageHandle = { header: 'landing' };

/** A visitor's first page carries nothing of home. */
const SignedInHome = lazy(() => import('../features/home/index.ts').then(({ HomePage }) => ({ default: HomePage })));
const RecentChecks = lazy(() =>
  import('../features/history/index.ts').then((history) => ({ default: history.RecentChecks })),
);

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
  const { user } = useSession();
  if (firstAsset === undefined) throw new Error('The asset list is empty');
  const form = <HeroForm asset={firstAsset} address={loaderData.address.replace(/\s+/g, '')} />;
  if (user !== null) {
    return (
      <Suspense fallback={<main className="page" id="main" />}>
        <SignedInHome user={user} form={form} recent={<RecentChecks />} />
      </Suspense>
    );
  }
  return (
    <>
      <main className="landing" id="main">
        <Hero form={form} />
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
