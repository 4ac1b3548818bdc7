import { AssetName, Icon, shortenAddress } from '@assay/ui';
import type { ExampleAddress } from '../../load-context.ts';
import { SiteLink } from '../../shell/site-link.tsx';

export interface CoverageSectionProps {
  readonly coverage: readonly string[];
  readonly examples: readonly ExampleAddress[];
}

/** What this very installation holds, and addresses that show it. */
export function CoverageSection({ coverage, examples }: CoverageSectionProps) {
  return (
    <section className="coverage" id="coverage">
      <div className="wrap-wide coverage-in" data-examples={examples.length > 0 ? '' : undefined}>
        <div>
          <h2>What this installation covers</h2>
          <ul className="coverage-facts">
            {coverage.length === 0 ? (
              <li>Addresses of every listed asset are recognised. No transfers or labels are loaded yet.</li>
            ) : (
              coverage.map((sentence) => <li key={sentence}>{withoutOpening(sentence)}</li>)
            )}
          </ul>
        </div>
        {examples.length > 0 && (
          <div>
            <h3>Addresses to try</h3>
            <ul className="examples">
              {examples.map((example) => (
                <li key={`${example.ticker}:${example.parent}:${example.address}`}>
                  <SiteLink to={linkOf(example)}>
                    <AssetName ticker={example.ticker} parent={example.parent} />
                    <span className="example-text">
                      <span>{example.title}</span>
                      <span className="mono">{shortenAddress(example.address)}</span>
                    </span>
                    <Icon name="right" />
                  </SiteLink>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  );
}

function linkOf({ ticker, parent, address }: ExampleAddress): string {
  const query = new URLSearchParams({ ...(parent === null ? {} : { parent }), address });
  return `/check/${ticker}?${query}`;
}

/** The heading has said whose facts these are. */
function withoutOpening(sentence: string): string {
  return sentence.replace(/^This installation holds /, '');
}
