import { AssetName, Icon } from '@assay/ui';
import { shortenAddress, withoutHolder } from '@assay/wording';
import type { ExampleAddress } from '../../context/load-context.ts';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import type { Example } from './example.ts';
import { ExampleStars } from './example-score.tsx';

export interface CoverageSectionProps {
  readonly coverage: readonly string[];
  readonly addresses: readonly ExampleAddress[];
  /** Of those, the ones that have been checked here. */
  readonly checks: readonly Example[];
}

/** What this very installation holds, and real results that show it. */
export function CoverageSection({ coverage, addresses, checks }: CoverageSectionProps) {
  return (
    <section className="coverage" id="coverage">
      <div className="wrap-wide coverage-in" data-examples={addresses.length > 0 ? '' : undefined}>
        <h2>What this service covers</h2>
        <div>
          <h3>Records and labels</h3>
          <ul className="coverage-facts">
            {coverage.length === 0 ? (
              <li>Addresses of all listed assets are recognised. No transfers or labels are loaded yet.</li>
            ) : (
              coverage.map((sentence) => <li key={sentence}>{withoutHolder(sentence)}</li>)
            )}
          </ul>
          <p className="coverage-more">
            <SiteLink className="link" to="/sources">
              Sources and coverage
            </SiteLink>
          </p>
        </div>
        {addresses.length > 0 && (
          <div>
            <h3>Addresses checked here</h3>
            <ul className="examples">
              {addresses.map((address) => (
                <li key={`${address.ticker}:${address.parent}:${address.address}`}>
                  <ExampleRow address={address} check={checkOf(address, checks)} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  );
}

function ExampleRow({ address, check }: { readonly address: ExampleAddress; readonly check: Example | undefined }) {
  return (
    <SiteLink prefetch="hover" to={check === undefined ? checkPath(address) : `/riskcheck/${check.sub_id}`}>
      <AssetName ticker={address.ticker} parent={address.parent} />
      <span className="example-text">
        <span>{address.title}</span>
        <span className="mono">{shortenAddress(address.address)}</span>
      </span>
      {check === undefined ? <Icon name="right" /> : <ExampleStars example={check} size="sm" />}
    </SiteLink>
  );
}

function checkOf(address: ExampleAddress, checks: readonly Example[]): Example | undefined {
  return checks.find(
    (check) =>
      check.ticker === address.ticker &&
      check.parent === address.parent &&
      check.address.toLowerCase() === address.address.toLowerCase(),
  );
}

function checkPath({ ticker, parent, address }: ExampleAddress): string {
  const query = new URLSearchParams({ ...(parent === null ? {} : { parent }), address });
  return `/check/${ticker}?${query}`;
}
