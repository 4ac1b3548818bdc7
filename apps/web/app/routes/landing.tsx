import { mayIn } from '@assay/domain';
import { formatCents } from '@assay/wording';
import { lazy, Suspense } from 'react';
import { apiFetchContext, settingsContext } from '../context/load-context.ts';
import { AssetSelector } from '../features/check/asset-selector.tsx';
import {
  answerChoicesForm,
  type CheckableAsset,
  ChoicesWithoutScript,
  readChoices,
  SearchPanel,
} from '../features/check/index.ts';
import { HomePage } from '../features/home/index.ts';
import { LandingPage, questionsOf, readShowcase } from '../features/landing/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { HERO_FORM_ID } from '../shell/layout/header.tsx';
import { NO_WALLET } from '../shell/layout/no-wallet.ts';
import { useInBrowser } from '../shell/layout/use-in-browser.ts';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { SiteLink } from '../shell/navigation/site-link.tsx';
import { faqPage, organization, webSite } from '../shell/navigation/site-structured-data.ts';
import { readLinkedAddress } from '../shell/secrets/linked-address.ts';
import { type SessionUser, useSession } from '../shell/session/session.tsx';
import type { Route } from './+types/landing';
import type { PageHandle } from './default-layout.tsx';
// Here, and not in what is loaded later: the server links the styles of routes only.
import '../features/history/history.css';
import '../features/home/home.css';
import '../features/landing/landing.css';

export const handle: PageHandle = { header: 'landing' };

/** A visitor's first page carries no notices and no history. */
const HomeNotices = lazy(() => import('../features/billing/home-notices.tsx'));
const RecentChecks = lazy(() =>
  import('../features/history/index.ts').then((history) => ({ default: history.RecentChecks })),
);

export async function loader({ context, request }: Route.LoaderArgs) {
  const { coverage, examples, operator, priceList } = context.get(settingsContext);
  const apiFetch = context.get(apiFetchContext);
  const address = await readLinkedAddress(new URL(request.url));
  return {
    coverage,
    examples,
    operator,
    priceList,
    checks: await readShowcase(apiFetch, request.signal),
    address,
    choices: await readChoices(apiFetch, address, request.signal),
  };
}

/** For who has no script: which assets the address can belong to. */
export async function action({ context, request }: Route.ActionArgs) {
  return await answerChoicesForm({ context, request });
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta('Wallet risk check', matches, {
    description: `Paste a wallet address, pick the asset and get one to five stars, with the evidence behind every star. Covers USDT, Bitcoin, Ethereum and ${loaderData?.priceList.claims.assets ?? 'other'} assets.`,
    canonicalPath: '/',
    isListed: true,
    structuredData: (site) =>
      loaderData === undefined
        ? []
        : [
            organization(site, loaderData.operator.company, loaderData.operator.supportEmail),
            webSite(site),
            faqPage(questionsOf(loaderData.priceList.claims)),
          ],
  });

export default function Landing({ loaderData, actionData }: Route.ComponentProps) {
  const { user } = useSession();
  const hint =
    user === null
      ? `A free check after sign-up, then ${formatCents(loaderData.priceList.checkCents)} per check.`
      : 'One to five stars, with the transfers behind them.';
  const { address, choices } = actionData ?? loaderData;
  const form = <HeroForm address={address} choices={choices} hint={hint} failure={actionData?.error} />;
  if (user !== null) {
    if (user.workspaceRefusal !== null) return <HomePage user={user} notices={null} form={form} recent={<Refused />} />;
    const recent = mayIn(user.workspace.role, 'read') && <LateRecentChecks />;
    return <HomePage user={user} notices={<LateNotices user={user} />} form={form} recent={recent} />;
  }
  return (
    <LandingPage
      form={form}
      coverage={loaderData.coverage}
      addresses={loaderData.examples}
      checks={loaderData.checks}
      operator={loaderData.operator}
      priceList={loaderData.priceList}
    />
  );
}

function LateNotices({ user }: { readonly user: SessionUser }) {
  const isInBrowser = useInBrowser();
  return <Suspense>{isInBrowser && <HomeNotices user={user} />}</Suspense>;
}

function Refused() {
  return (
    <p>
      The selected workspace refuses this session. <SiteLink to="/workspace-refused">See why</SiteLink>
    </p>
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
  readonly failure: string | null | undefined;
}

function HeroForm({ address, choices, hint, failure }: HeroFormProps) {
  return (
    <div className="hero-form" id={HERO_FORM_ID}>
      <SearchPanel
        key={address}
        variant="selector"
        selector={AssetSelector}
        address={address}
        failure={failure ?? undefined}
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
