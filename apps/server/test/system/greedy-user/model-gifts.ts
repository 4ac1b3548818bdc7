import type { GiftKind } from '../../../src/modules/money/grants/grants.ports.ts';
import { FREE_LIMITS } from './limits.ts';

/** Where a gift goes: its network by number, and the domain of its mailbox. Null: not limited. */
export interface ModelPlace {
  readonly network: number | null;
  readonly domain: string | null;
}

/** The only place of a chat: it has no mailbox, and its requests come from the bot. */
export const CHAT: ModelPlace = { network: null, domain: null };

/** What was given for nothing, counted by network, mail domain and installation, a day at a time. */
export class ModelGifts {
  readonly #today: () => number;
  readonly #given: (ModelPlace & { readonly day: number; readonly kind: GiftKind })[] = [];

  constructor(today: () => number) {
    this.#today = today;
  }

  /** How many gifts of this kind can still go there today. */
  room(kind: GiftKind, { network, domain }: ModelPlace): number {
    const today = this.#given.filter(({ day }) => day === this.#today());
    const ofNetwork = today.filter((gift) => network !== null && gift.network === network).length;
    const inNetwork = network === null ? Number.POSITIVE_INFINITY : FREE_LIMITS.perNetwork - ofNetwork;
    if (kind === 'promo') return inNetwork;
    const counted = today.filter((gift) => gift.kind !== 'promo');
    const ofDomain = counted.filter((gift) => domain !== null && gift.domain === domain).length;
    const inDomain = domain === null ? Number.POSITIVE_INFINITY : FREE_LIMITS.perDomain - ofDomain;
    return Math.min(inNetwork, inDomain, FREE_LIMITS.perDay - counted.length);
  }

  /** As many of `gifts` as there is room for; how many those are. */
  give(kind: GiftKind, place: ModelPlace, gifts: number): number {
    const given = Math.min(gifts, this.room(kind, place));
    for (let n = 0; n < given; n += 1) this.#given.push({ ...place, kind, day: this.#today() });
    return given;
  }
}
