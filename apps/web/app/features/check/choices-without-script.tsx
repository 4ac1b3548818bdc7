import { AssetName } from '@assay/ui';
import type { CheckableAsset } from './search-state.ts';

export interface ChoicesProps {
  readonly address: string;
  readonly choices: readonly CheckableAsset[];
}

/** Without a script nothing can be suggested during typing: the assets of an address are listed here instead. */
export function ChoicesWithoutScript({ address, choices }: ChoicesProps) {
  return (
    <noscript>
      <section className="choices">
        {choices.length === 0 ? (
          <p>Nothing found</p>
        ) : (
          <>
            <h2>Available in this blockchains</h2>
            <ul>
              {choices.map(({ ticker, parent, name }) => (
                <li key={`${ticker}:${parent}`}>
                  <a href={`/check/${ticker}?${query({ address, parent })}`}>
                    <AssetName ticker={ticker} parent={parent} name={name} />
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </noscript>
  );
}

function query({ address, parent }: { readonly address: string; readonly parent: string | null }): string {
  return new URLSearchParams({ ...(parent === null ? {} : { parent }), address }).toString();
}
