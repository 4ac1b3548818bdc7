import { describe, expect, it } from 'vitest';
import {
  type CheckableAsset,
  MESSAGES,
  missingPart,
  reduceSearch,
  type SearchState,
  stripSpaces,
} from './search-state.ts';

const btc: CheckableAsset = { ticker: 'BTC', parent: null, name: 'Bitcoin', subticker: null };
const usdtOnTron: CheckableAsset = { ticker: 'USDT', parent: 'TRX', name: 'Tether', subticker: null };
const usdtOnEthereum: CheckableAsset = { ...usdtOnTron, parent: 'ETH' };

function stateWith(part: Partial<SearchState> = {}): SearchState {
  return { address: '', asset: usdtOnTron, isSelected: false, isPinned: false, error: null, ...part };
}

describe('the search panel', () => {
  it('[SRCH-02] drops every space, typed or pasted', () => {
    expect(stripSpaces('  1A1z P1eP\t5QGefi\n2DMP ')).toBe('1A1zP1eP5QGefi2DMP');
    expect(reduceSearch(stateWith(), { type: 'address typed', address: ' 0x 12 ' }).address).toBe('0x12');
  });

  it('[SRCH-11] forgets the error and the selection when the address changes', () => {
    const before = stateWith({ address: 'a', isSelected: true, isPinned: true, error: MESSAGES.unknownFormat });
    const after = reduceSearch(before, { type: 'address typed', address: 'ab' });
    expect(after).toMatchObject({ isSelected: false, error: null, asset: usdtOnTron });
  });

  it('takes what was typed before the script came for the asset of the page, where it has one', () => {
    const adopted = { type: 'address adopted', address: ' x ' } as const;
    expect(reduceSearch(stateWith({ isSelected: true, isPinned: true }), adopted)).toMatchObject({
      address: 'x',
      isSelected: true,
    });
    expect(reduceSearch(stateWith({ isSelected: true }), adopted).isSelected).toBe(false);
  });

  it('[SRCH-10] takes the asset of a chosen suggestion', () => {
    const after = reduceSearch(stateWith({ address: 'x' }), { type: 'suggestion chosen', asset: btc });
    expect(after).toMatchObject({ asset: btc, isSelected: true });
  });

  it('selects the pinned asset again when the new address can belong to it', () => {
    const pinned = stateWith({ address: 'x', asset: btc, isPinned: true });
    expect(reduceSearch(pinned, { type: 'suggestions found', assets: [usdtOnTron, btc] }).isSelected).toBe(true);
    expect(reduceSearch(pinned, { type: 'suggestions found', assets: [usdtOnTron] }).isSelected).toBe(false);
  });

  it('never selects by itself what only stood there by default, or was chosen for another address', () => {
    const found = { type: 'suggestions found', assets: [usdtOnTron] } as const;
    expect(reduceSearch(stateWith({ address: 'x' }), found).isSelected).toBe(false);
    const chosen = reduceSearch(stateWith({ address: 'x' }), { type: 'suggestion chosen', asset: usdtOnTron });
    const changed = reduceSearch(chosen, { type: 'address typed', address: 'xy' });
    expect(reduceSearch(changed, found).isSelected).toBe(false);
  });

  it('tells the networks of one ticker apart', () => {
    const pinned = stateWith({ address: 'x', asset: usdtOnEthereum, isPinned: true });
    expect(reduceSearch(pinned, { type: 'suggestions found', assets: [usdtOnTron] }).isSelected).toBe(false);
  });

  it('[ERR-05] [ERR-06] says what is missing before anything is judged or sent', () => {
    expect(missingPart({ address: '', isSelected: true })).toBe('Paste the wallet address to make a check');
    expect(missingPart({ address: 'x', isSelected: false })).toBe('Please select an asset from the list first');
    expect(missingPart({ address: 'x', isSelected: true })).toBeNull();
  });
});
