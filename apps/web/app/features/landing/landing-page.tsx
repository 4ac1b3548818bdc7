import type { ReactNode } from 'react';
import type { ExampleAddress, OperatorFacts } from '../../load-context.ts';
import { BotPromo } from './bot-promo.tsx';
import { CoverageSection } from './coverage-section.tsx';
import { type Example, pickExamples } from './example.ts';
import { FaqSection } from './faq-section.tsx';
import { FeaturesSection } from './features-section.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { LandingFooter } from './landing-footer.tsx';
import { PricingSection } from './pricing-section.tsx';

export interface LandingPageProps {
  /** The search panel, in the frame that the header watches. */
  readonly form: ReactNode;
  readonly coverage: readonly string[];
  readonly addresses: readonly ExampleAddress[];
  readonly checks: readonly Example[];
  readonly operator: OperatorFacts;
}

/** What a visitor sees first. */
export function LandingPage({ form, coverage, addresses, checks, operator }: LandingPageProps) {
  const { main, worst } = pickExamples(checks);
  return (
    <>
      <main className="landing" id="main">
        <Hero form={form} example={main} />
        <HowItWorks example={main} />
        <FeaturesSection example={main} />
        <BotPromo botUsername={operator.botUsername} example={worst ?? main} />
        <CoverageSection coverage={coverage} addresses={addresses} checks={checks} />
        <PricingSection />
        <FaqSection />
      </main>
      <LandingFooter operator={operator} />
    </>
  );
}
