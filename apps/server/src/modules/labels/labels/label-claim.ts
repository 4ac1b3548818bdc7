import type { Category } from '@assay/domain';

/** What a publisher's row says, in the publisher's own words. Parsers hand these on; `readClaim` judges them. */
export interface LabelClaim {
  /** Its location in the file: line, or entry where the format has no useful lines. */
  readonly line: number;
  readonly address: string;
  /** Network id or currency code as written. A code is not a network: `USDT T…` lives on Tron. */
  readonly chain: string;
  readonly entity: string;
  /** The publisher's id of the entity. */
  readonly actor?: string | undefined;
  /** Category words, the most telling first. */
  readonly words: readonly string[];
  /** Further words; one that is in no table does not refuse the row. */
  readonly hints?: readonly string[] | undefined;
  /** Word of a published scale, or a number 0 to 100 as text. */
  readonly confidence?: string | undefined;
  /** Short id of the publisher where one file carries several; else the set's own name. */
  readonly source?: string | undefined;
  readonly sourceUrl?: string | undefined;
  readonly sourceDate?: string | undefined;
  readonly validFrom?: string | undefined;
  readonly validTo?: string | undefined;
}

/** An entity of an actor pack: what the labels that name it are called, and are when they do not say. */
export interface ActorClaim {
  readonly line: number;
  readonly actor: string;
  readonly name: string;
  readonly words: readonly string[];
}

export interface Rejection {
  readonly line: number;
  readonly reason: string;
  /** The start of what was refused, for the list of rejected rows. */
  readonly text: string;
}

export type ParsedItem =
  | { readonly kind: 'label'; readonly claim: LabelClaim }
  | { readonly kind: 'actor'; readonly claim: ActorClaim }
  | { readonly kind: 'rejection'; readonly rejection: Rejection };

/** A fact ready for the store. Dates are `YYYY-MM-DD`, instants ISO 8601 in UTC. */
export interface LabelRow {
  readonly network: string;
  readonly address: string;
  readonly entity: string;
  readonly actor: string | null;
  /** Null: the source states none; the actor's decides, else `other_entities`. */
  readonly category: Category | null;
  readonly confidence: number;
  /** Null: the set's own name. */
  readonly source: string | null;
  readonly sourceUrl: string | null;
  readonly sourceDate: string | null;
  readonly validFrom: string | null;
  /** Of a day: its midnight; `endsWithDay` says that the whole day belongs to it. */
  readonly validTo: string | null;
  readonly endsWithDay: boolean;
}

export interface ActorRow {
  readonly actor: string;
  readonly entity: string;
  readonly category: Category | null;
}

export function rejectionOf(line: number, reason: string, text: string): ParsedItem {
  return { kind: 'rejection', rejection: { line, reason, text: text.length > 200 ? `${text.slice(0, 200)}…` : text } };
}
