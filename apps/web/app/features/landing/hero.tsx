import type { MarketingClaims } from '@assay/domain';
import { AssetName, Rosette } from '@assay/ui';
import { shortenAddress } from '@assay/wording';
import type { ReactNode } from 'react';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { type Example, microTextOf } from './example.ts';
import { ExampleHeadline, ExampleStars } from './example-score.tsx';

/** Drawn where no check has been made yet: a pattern, not a report. */
export const PATTERN_ID = 'assay';

/** `form` is the search panel, in the frame that the header watches. */
export function Hero({
  form,
  example,
  claims,
}: {
  readonly form: ReactNode;
  readonly example: Example | null;
  readonly claims: MarketingClaims;
}) {
  return (
    <section className="hero">
      <div className="wrap-wide hero-in">
        <div className="hero-text">
          <h1>Test a wallet before you trust it.</h1>
          <p className="lede">
            Paste an address, pick an asset and get a risk score from one to five stars. Covers USDT, Bitcoin, Ethereum
            and {claims.assets ?? 'other'} assets, and helps you avoid coins that an exchange or custody service would
            freeze.
          </p>
        </div>
        <div className="hero-seal" aria-hidden="true">
          {example === null ? (
            <Rosette id={PATTERN_ID} withOffice />
          ) : (
            <Rosette id={example.sub_id} microText={microTextOf(example)} withOffice />
          )}
        </div>
        {form}
        {example !== null && <ExampleSlip example={example} />}
      </div>
    </section>
  );
}

/** The slip beside the rosette: a check that was made here, and the way to all of it. */
function ExampleSlip({ example }: { readonly example: Example }) {
  return (
    <aside className="slip" aria-label="Example result">
      <div className="slip-top">
        <AssetName ticker={example.ticker} parent={example.parent} />
        <span className="mono" title={example.address}>
          {shortenAddress(example.address)}
        </span>
      </div>
      <ExampleStars example={example} size="md" />
      <ExampleHeadline example={example} />
      <SiteLink className="link slip-link" prefetch="hover" to={`/riskcheck/${example.sub_id}`}>
        See this result
      </SiteLink>
    </aside>
  );
}
