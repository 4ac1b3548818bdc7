import type { PriceList } from '@assay/domain';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import type { ExampleAddress, OperatorFacts } from '../../context/load-context.ts';
import { BotPromo } from './bot-promo.tsx';
import { CoverageSection } from './coverage-section.tsx';
import { type Example, pickExamples } from './example.ts';
import { FaqSection } from './faq-section.tsx';
import { FeaturesSection } from './features-section.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { LandingFooter } from './landing-footer.tsx';
import { useIdleLayout } from './use-idle-layout.ts';

/** Below the first view, and no part of the page of a signed-in user, which shares this route. */
const PricingSection = lazy(() =>
  import('./pricing-section.tsx').then((module) => ({ default: module.PricingSection })),
);

export interface LandingPageProps {
  /** The search panel, in the frame that the header watches. */
  readonly form: ReactNode;
  readonly coverage: readonly string[];
  readonly addresses: readonly ExampleAddress[];
  readonly checks: readonly Example[];
  readonly operator: OperatorFacts;
  readonly priceList: PriceList;
}

/** What a visitor sees first. Each section is hydrated separately, one after the other, or when the user interacts with it. */
export function LandingPage({ form, coverage, addresses, checks, operator, priceList }: LandingPageProps) {
  const { main, worst } = pickExamples(checks);
  const page = useRef<HTMLElement>(null);
  useIdleLayout(page);
  return (
    <>
      <main className="landing" id="main" ref={page}>
        <Hero form={form} example={main} claims={priceList.claims} />
        <Suspense>
          <HowItWorks example={main} />
        </Suspense>
        <Suspense>
          <FeaturesSection example={main} />
        </Suspense>
        <Suspense>
          <BotPromo botUsername={operator.botUsername} example={worst ?? main} />
        </Suspense>
        <Suspense>
          <CoverageSection coverage={coverage} addresses={addresses} checks={checks} />
        </Suspense>
        <Suspense>
          <PricingSection priceList={priceList} />
        </Suspense>
        <Suspense>
          <FaqSection claims={priceList.claims} />
        </Suspense>
      </main>
      <Suspense>
        <LandingFooter operator={operator} />
      </Suspense>
    </>
  );
}
