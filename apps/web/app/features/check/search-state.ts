import type { AssetFacts } from '@assay/ui';

/** An asset as the check request needs it. */
export interface CheckableAsset extends AssetFacts {
  readonly subticker: string | null;
}

export interface SearchState {
  readonly address: string;
  readonly asset: CheckableAsset;
  /** Whether this asset is meant for this address. Until it is, nothing is checked. */
  readonly isSelected: boolean;
  /** Chosen apart from the suggestions: by the selector, or by the page itself. */
  readonly isPinned: boolean;
  readonly error: string | null;
}

export type SearchAction =
  | { readonly type: 'address typed'; readonly address: string }
  | { readonly type: 'address adopted'; readonly address: string }
  | { readonly type: 'suggestion chosen'; readonly asset: CheckableAsset }
  | { readonly type: 'asset picked'; readonly asset: CheckableAsset }
  | { readonly type: 'suggestions found'; readonly assets: readonly AssetFacts[] }
  | { readonly type: 'check refused'; readonly error: string };

/** Spaces never belong to an address: they are dropped when typed and when pasted. */
export function stripSpaces(text: string): string {
  return text.replace(/\s+/g, '');
}

/**
 * What the panel does with one event. A new address clears the error and the selection (SRCH-11); an asset that was
 * pinned is selected again once the suggestions say that the new address can belong to it.
 */
export function reduceSearch(state: SearchState, action: SearchAction): SearchState {
  switch (action.type) {
    case 'address typed': {
      const address = stripSpaces(action.address);
      // What a browser filled in before the script took over is told twice; a space alone changes nothing.
      if (address === state.address && state.error === null) return state;
      return { ...state, address, isSelected: false, error: null };
    }
    case 'address adopted':
      // Typed into a page that had its asset already: whoever presses Check at once means that one.
      return { ...state, address: stripSpaces(action.address), isSelected: state.isPinned };
    case 'suggestion chosen':
      return { ...state, asset: action.asset, isSelected: true, isPinned: false, error: null };
    case 'asset picked':
      return { ...state, asset: action.asset, isSelected: true, isPinned: true, error: null };
    case 'suggestions found': {
      const fits = action.assets.some((asset) => isSameAsset(asset, state.asset));
      return state.isPinned && fits ? { ...state, isSelected: true } : state;
    }
    case 'check refused':
      return { ...state, error: action.error };
  }
}

export function isSameAsset(one: AssetFacts, other: AssetFacts): boolean {
  return one.ticker === other.ticker && one.parent === other.parent;
}

export const MESSAGES = {
  noAddress: 'Paste the wallet address to make a check',
  noAsset: 'Please select an asset from the list first',
  unknownFormat: 'Unknown address format',
  checksumMismatch: 'Check for a typo: the checksum does not match',
  failed: 'Something went wrong',
} as const;

/** What keeps a check from being asked for at all; null when nothing does. The format is judged afterwards. */
export function missingPart(state: Pick<SearchState, 'address' | 'isSelected'>): string | null {
  if (state.address === '') return MESSAGES.noAddress;
  return state.isSelected ? null : MESSAGES.noAsset;
}
