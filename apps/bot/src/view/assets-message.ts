import type { Asset } from '@assay/domain';
import { html, lines } from '../texts/html.ts';
import type { Texts } from '../texts/texts.ts';
import { type BotMessage, button } from './message.ts';

/** Assets on a page: rows of two, which fit a phone. */
const PER_PAGE = 12;
const PER_ROW = 2;

export interface AssetsQuestion {
  readonly address: string;
  /** The id that the address is stored under. */
  readonly kept: string;
  readonly assets: readonly Asset[];
  /** Counts from 0; clamped to the last page. */
  readonly page: number;
}

/** Which asset of an address: buttons with the network of each token, page by page. */
export function assetsMessage(t: Texts, { address, kept, assets, page }: AssetsQuestion): BotMessage {
  const pages = Math.max(1, Math.ceil(assets.length / PER_PAGE));
  const here = Math.min(Math.max(0, page), pages - 1);
  const shown = assets.slice(here * PER_PAGE, (here + 1) * PER_PAGE);
  const picks = shown.map((asset) =>
    button(asset.parent === null ? asset.ticker : `${asset.ticker} · ${asset.parent}`, {
      do: 'pick',
      kept,
      ticker: asset.ticker,
      parent: asset.parent,
    }),
  );
  const turn = (text: string, to: number) => button(text, { do: 'assets', kept, page: to });
  return {
    text: lines(
      t.asset.which(address),
      html`<i>${pages > 1 ? `${t.asset.page(here + 1, pages)}. ` : ''}${t.asset.one}</i>`,
    ),
    buttons: [
      ...rowsOf(picks, PER_ROW),
      [
        ...(here > 0 ? [turn(t.asset.previous, here - 1)] : []),
        ...(here < pages - 1 ? [turn(t.asset.next, here + 1)] : []),
      ],
    ],
  };
}

function rowsOf<Item>(items: readonly Item[], perRow: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / perRow) }, (_row, index) =>
    items.slice(index * perRow, (index + 1) * perRow),
  );
}
