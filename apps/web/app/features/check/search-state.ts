import type { AssetFacts } from '@assay/ui';
import { NOT_LOADED } from '../../shell/secrets/not-loaded.ts';
import type { SearchNotice, TypedText } from './typed-text.ts';

/** An asset as the check request needs it. */
export interface CheckableAsset extends AssetFacts {
  readonly subticker: string | null;
}

export interface SearchState {
  readonly address: string;
  /** The text as it was typed or pasted, spaces included: what it is has to be read from this. Null once it was read. */
  readonly unread: string | null;
  readonly asset: CheckableAsset;
  /** Whether this asset is meant for this address. Until it is, nothing is checked. */
  readonly isSelected: boolean;
  /** Chosen apart from the suggestions: by the selector, or by the page itself. */
  readonly isPinned: boolean;
  readonly error: string | null;
  /** What the text was, where it was no address, or what was beside the address. */
  readonly notice: SearchNotice | null;
}

export type SearchAction =
  | { readonly type: 'address typed'; readonly address: string }
  | { readonly type: 'address adopted'; readonly address: string }
  | ({ readonly type: 'text read'; readonly text: string } & TypedText)
  | { readonly type: 'meaning said'; readonly read: TypedText | null }
  | { readonly type: 'suggestion chosen'; readonly asset: CheckableAsset }
  | { readonly type: 'asset picked'; readonly asset: CheckableAsset }
  | { readonly type: 'suggestions found'; readonly assets: readonly AssetFacts[] }
  | { readonly type: 'check refused'; readonly error: string };

/** Most addresses are longer. The rest of a phrase that is typed by hand does not hide what was said about it. */
const SHORT = 20;

/** Spaces never belong to an address: they are dropped when typed and when pasted. */
export function stripSpaces(text: string): string {
  return text.replace(/\s+/g, '');
}

/**
 * What the panel does with one event. A new address clears the error and the selection (SRCH-11); an asset that was
 * pinned is selected again once the suggestions say that the new address can belong to it. A text that turns out to be
 * a secret is dropped; one that can be a secret waits until the person has said what it is.
 */
export function reduceSearch(state: SearchState, action: SearchAction): SearchState {
  switch (action.type) {
    case 'address typed': {
      const address = stripSpaces(action.address);
      // What a browser filled in before the script took over is reported twice; a space alone changes nothing.
      if (address === state.address && state.error === null) return state;
      const notice = state.notice?.is === 'secret' && address.length < SHORT ? state.notice : null;
      return { ...state, address, unread: action.address, isSelected: false, error: null, notice };
    }
    case 'address adopted':
      // Typed into a page that had its asset already: pressing Check at once refers to that asset.
      return {
        ...state,
        address: stripSpaces(action.address),
        unread: action.address,
        isSelected: state.isPinned,
        notice: null,
      };
    case 'text read':
      return action.text === state.unread ? afterReading(state, action) : state;
    case 'meaning said':
      if (state.notice?.is !== 'key or transaction') return state;
      // Null: a wallet address.
      return action.read === null ? { ...state, unread: null, notice: null } : afterReading(state, action.read);
    case 'suggestion chosen':
      return { ...state, asset: action.asset, isSelected: true, isPinned: false, error: null };
    case 'asset picked':
      return { ...state, asset: action.asset, isSelected: true, isPinned: true, error: null };
    case 'suggestions found': {
      const fits = action.assets.some((asset) => isSameAsset(asset, state.asset));
      return state.isPinned && fits ? { ...state, isSelected: true } : state;
    }
    case 'check refused':
      // The notice already says why the field is empty and what to do.
      return isExplained(state) ? state : { ...state, error: action.error };
  }
}

function afterReading(state: SearchState, { finding, address, notice }: TypedText): SearchState {
  switch (finding.is) {
    case 'clear':
      return { ...state, address: address ?? state.address, unread: null, notice: notice ?? state.notice };
    case 'key or transaction':
      return { ...state, notice, error: null };
    case 'secret':
      return { ...state, address: '', unread: null, notice, error: null };
    case 'transaction':
      return { ...state, unread: null, notice, error: null };
  }
}

/** The notice already says what the text is, or why the field is empty, and what to do. */
function isExplained({ address, notice }: SearchState): boolean {
  return notice !== null && (address === '' || notice.is === 'not an address');
}

export function isSameAsset(one: AssetFacts, other: AssetFacts): boolean {
  return one.ticker === other.ticker && one.parent === other.parent;
}

export const MESSAGES = {
  noAddress: 'Paste the wallet address to make a check',
  noAsset: 'Please select an asset from the list first',
  unknownFormat: 'Unknown address format',
  notLoaded: NOT_LOADED,
  failed: 'Something went wrong',
} as const;

/** What keeps a check from being asked for at all; null when nothing does. The format is judged afterwards. */
export function missingPart(state: Pick<SearchState, 'address' | 'isSelected'>): string | null {
  if (state.address === '') return MESSAGES.noAddress;
  return state.isSelected ? null : MESSAGES.noAsset;
}
