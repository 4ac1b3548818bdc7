import { FIRST_ASSET } from '@assay/domain';
import { lazy, Suspense } from 'react';
import { type CheckableAsset, ChoicesWithoutScript, readChoices, SearchPanel } from '../features/check/index.ts';
import { HomePage } from '../features/home/index.ts';
import { LandingPage, QUESTIONS, readShowcase } from '../features/landing/index.ts';
import { apiFetchContext, settingsContext } from '../load-context.ts';
import type { PageHandle } from '../shell/default-layout.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { HERO_FORM_ID } from '../shell/header.tsx';
import { NO_WALLET } from '../shell/no-wallet.ts';
import { pageMeta } from '../shell/page-meta.ts';
import { useSession } from '../shell/session/session.tsx';
import { faqPage, organization, webSite } from '../shell/structured-data.ts';
import { useInBrowser } from '../shell/use-in-browser.ts';
import type { Route } from './+types/landing';
// Here, and not in what is loaded later: the server links the styles of routes only.
import '../styles/history.css';
import '../styles/home.css';
import '../styles/landing.css';

export const handle: PageHandle = { header: 'landing' };

/** A visitor's first page carries no history. */
const RecentChecks = lazy(() =>
  import('../features/history/index.ts').then((history) => ({ default: history.RecentChecks })),
);

export async function loader({ context, request }: Route.LoaderArgs) {
  const { coverage, examples, operator } = context.get(settingsContext);
  const apiFetch = context.get(apiFetchContext);
  const address = new URL(request.url).searchParams.get('address')?.replace(/\s+/g, '') ?? '';
  return {
    coverage,
    examples,
    operator,
    checks: await readShowcase(apiFetch, request.signal),
    address,
    choices: await readChoices(apiFetch, address, request.signal),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta('Wallet risk check', matches, {
    description:
      'Paste a wallet address, pick the asset and get one to five stars, with the evidence behind every star. Covers USDT, Bitcoin, Ethereum and 8000+ assets.',
    canonicalPath: '/',
    isListed: true,
    structuredData: (site) =>
      loaderData === undefined
        ? []
        : [
            organization(site, loaderData.operator.company, loaderData.operator.supportEmail),
            webSite(site),
            faqPage(QUESTIONS),
          ],
  });

export default function Landing({ loaderData }: Route.ComponentProps) {
  const { user } = useSession();
  const hint =
    user === null
      ? 'A free check after sign-up, then $0.99 per check.'
      : 'One to five stars, with the transfers behind them.';
  const form = <HeroForm address={loaderData.address} choices={loaderData.choices} hint={hint} />;
  if (user !== null) {
    return <HomePage user={user} form={form} recent={<LateRecentChecks />} />;
  }
  return (
    <LandingPage
      form={form}
      coverage={loaderData.coverage}
      addresses={loaderData.examples}
      checks={loaderData.checks}
      operator={loaderData.operator}
    />
  );
}

function LateRecentChecks() {
  const isInBrowser = useInBrowser();
  return <Suspense>{isInBrowser && <RecentChecks />}</Suspense>;
}

interface HeroFormProps {
  readonly address: string;
  readonly choices: readonly CheckableAsset[];
  readonly hint: string;
}

function HeroForm({ address, choices, hint }: HeroFormProps) {
  return (
    <div className="hero-form" id={HERO_FORM_ID}>
      <SearchPanel
        key={address}
        variant="selector"
        asset={FIRST_ASSET}
        address={address}
        hint={
          <>
            {hint} {NO_WALLET}
          </>
        }
      />
      {address !== '' && <ChoicesWithoutScript address={address} choices={choices} />}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
