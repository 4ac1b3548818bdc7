import { describe, expect, it } from 'vitest';
import { saidToBe } from './said-to-be.ts';
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
  const nothing = { address: '', unread: null, error: null, notice: null };
  return { ...nothing, asset: usdtOnTron, isSelected: false, isPinned: false, ...part };
}

describe('the search panel', () => {
  it('[SRCH-02] removes every space, typed or pasted', () => {
    expect(stripSpaces('  1A1z P1eP\t5QGefi\n2DMP ')).toBe('1A1zP1eP5QGefi2DMP');
    expect(reduceSearch(stateWith(), { type: 'address typed', address: ' 0x 12 ' }).address).toBe('0x12');
  });

  it('[SRCH-11] clears the error and the selection when the address changes', () => {
    const before = stateWith({ address: 'a', isSelected: true, isPinned: true, error: MESSAGES.unknownFormat });
    const after = reduceSearch(before, { type: 'address typed', address: 'ab' });
    expect(after).toMatchObject({ isSelected: false, error: null, asset: usdtOnTron });
  });

  it('uses the asset of the page for text that was typed before the script loaded', () => {
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

  it('does not select the default asset, or one chosen for another address', () => {
    const found = { type: 'suggestions found', assets: [usdtOnTron] } as const;
    expect(reduceSearch(stateWith({ address: 'x' }), found).isSelected).toBe(false);
    const chosen = reduceSearch(stateWith({ address: 'x' }), { type: 'suggestion chosen', asset: usdtOnTron });
    const changed = reduceSearch(chosen, { type: 'address typed', address: 'xy' });
    expect(reduceSearch(changed, found).isSelected).toBe(false);
  });

  it('distinguishes the networks of one ticker', () => {
    const pinned = stateWith({ address: 'x', asset: usdtOnEthereum, isPinned: true });
    expect(reduceSearch(pinned, { type: 'suggestions found', assets: [usdtOnTron] }).isSelected).toBe(false);
  });

  it('keeps the pasted text with its spaces until it was read, since they help to recognise a secret', () => {
    const pasted = reduceSearch(stateWith(), { type: 'address typed', address: ' one two ' });
    expect(pasted).toMatchObject({ address: 'onetwo', unread: ' one two ' });
    const read = {
      type: 'text read',
      text: ' one two ',
      finding: { is: 'clear' },
      address: 'onetwo',
      notice: null,
    } as const;
    expect(reduceSearch(pasted, read)).toMatchObject({ address: 'onetwo', unread: null, notice: null });
    expect(reduceSearch(pasted, { ...read, text: 'an older text' })).toBe(pasted);
  });

  it('removes a secret, and shows what it was', () => {
    const pasted = reduceSearch(stateWith({ isSelected: true }), { type: 'address typed', address: 'x y' });
    const finding = { is: 'secret', kind: 'seed phrase' } as const;
    const after = reduceSearch(pasted, { type: 'text read', text: 'x y', finding, address: null, notice: finding });
    expect(after).toMatchObject({ address: '', unread: null, notice: finding, isSelected: false });
  });

  it('keeps the link of a transaction, shows its page, and drops both with the next text', () => {
    const pasted = reduceSearch(stateWith({ isSelected: true }), { type: 'address typed', address: 'x/tx/y' });
    const finding = { is: 'transaction' } as const;
    const notice = { ...finding, path: '/transaction?id=y' };
    const after = reduceSearch(pasted, { type: 'text read', text: 'x/tx/y', finding, address: null, notice });
    expect(after).toMatchObject({ address: 'x/tx/y', unread: null, notice, isSelected: false });
    expect(reduceSearch(after, { type: 'check refused', error: 'x' })).toMatchObject({ notice });
    expect(reduceSearch(after, { type: 'address typed', address: '' })).toMatchObject({ address: '', notice: null });
  });

  it('sends nothing that can be a key or a transaction until the user has chosen which', () => {
    const finding = { is: 'key or transaction' } as const;
    const asked = reduceSearch(stateWith({ address: 'x', unread: 'x' }), {
      type: 'text read',
      text: 'x',
      finding,
      address: null,
      notice: finding,
    });
    expect(asked).toMatchObject({ address: 'x', unread: 'x', notice: finding });
    expect(reduceSearch(asked, { type: 'meaning said', read: saidToBe('key') })).toMatchObject({
      address: '',
      unread: null,
      notice: { is: 'secret', kind: 'private key' },
    });
    const isAddress = reduceSearch(asked, { type: 'meaning said', read: saidToBe('address') });
    expect(isAddress).toMatchObject({ address: 'x', unread: null, notice: null });
    expect(reduceSearch(isAddress, { type: 'meaning said', read: saidToBe('key') })).toBe(isAddress);
  });

  it('puts the address of a link into the field, and says which tag was left out', () => {
    const pasted = stateWith({ address: 'ripple:r?dt=1', unread: 'ripple:r?dt=1' });
    const read = { type: 'text read', text: 'ripple:r?dt=1', finding: { is: 'clear' } } as const;
    const notice = { is: 'remark', tag: '1', contract: null } as const;
    expect(reduceSearch(pasted, { ...read, address: 'r', notice })).toMatchObject({
      address: 'r',
      unread: null,
      notice,
    });
    expect(reduceSearch(pasted, { ...read, address: 'r', notice: null }).notice).toBeNull();
  });

  it('keeps a text that is no address, and explains it without the error of an unknown format', () => {
    const pasted = stateWith({ address: 'a.eth', unread: 'a.eth' });
    const explained = { is: 'not an address', what: 'name' } as const;
    const finding = { is: 'clear' } as const;
    const read = { type: 'text read', text: 'a.eth', finding, address: null, notice: explained } as const;
    const after = reduceSearch(pasted, read);
    expect(after).toMatchObject({ address: 'a.eth', notice: explained });
    expect(reduceSearch(after, { type: 'check refused', error: MESSAGES.noAsset })).toBe(after);
  });

  it('removes the notice about a text with the next text', () => {
    const noticed = stateWith({ notice: { is: 'secret', kind: 'private key' } });
    const address = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
    expect(reduceSearch(noticed, { type: 'address typed', address })).toMatchObject({ notice: null, unread: address });
    // The last word of a phrase that is typed by hand.
    expect(reduceSearch(noticed, { type: 'address typed', address: 'zoo' })).toMatchObject({ notice: noticed.notice });
  });

  it('shows the notice about a removed secret without the error of an empty field', () => {
    const noticed = stateWith({ address: '', notice: { is: 'secret', kind: 'private key' } });
    const refusal = { type: 'check refused', error: MESSAGES.noAddress } as const;
    expect(reduceSearch(noticed, refusal)).toBe(noticed);
    expect(reduceSearch(stateWith({ address: '' }), refusal).error).toBe(MESSAGES.noAddress);
  });

  it('[ERR-05] [ERR-06] reports what is missing before anything is validated or sent', () => {
    expect(missingPart({ address: '', isSelected: true })).toBe('Paste the wallet address to make a check');
    expect(missingPart({ address: 'x', isSelected: false })).toBe('Please select an asset from the list first');
    expect(missingPart({ address: 'x', isSelected: true })).toBeNull();
  });
});
