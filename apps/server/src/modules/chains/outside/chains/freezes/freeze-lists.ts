import type { NetworkId } from '@assay/domain';

/** An event of a contract: the name used in requests to Tron, and the topic used in requests to Ethereum. */
export interface EventWord {
  readonly name: string;
  readonly topic: string;
}

/** How a token's contract keeps its freeze list: the function that reads it, and the events that date an entry. */
export interface FreezeList {
  /** Function that takes an address and returns a boolean, as named in requests to Tron. */
  readonly asks: string;
  /** The first four bytes of its keccak-256, for requests to Ethereum. */
  readonly selector: string;
  /** Events that add an address to the list and remove it; several where an upgrade renamed them. */
  readonly added: readonly EventWord[];
  readonly removed: readonly EventWord[];
  /** Whether the address is one of the topics, by which a node can search. */
  readonly isIndexed: boolean;
}

/** Tether's contract on Ethereum; the one on Tron has the same functions and events. */
const TETHER: FreezeList = {
  asks: 'isBlackListed(address)',
  selector: '0xe47d6060',
  added: [{ name: 'AddedBlackList', topic: '0x42e160154868087d6bfdc0ca23d96a1c1cfa32f1b72ba9ba27b69b98a0d819dc' }],
  removed: [{ name: 'RemovedBlackList', topic: '0xd7e9ec6e6ecd65492dce6bf513cd6867560d49544421d0783ddf06e76c24470c' }],
  isIndexed: false,
};

/** Tether's newer contracts. */
const TETHER_BLOCKED: FreezeList = {
  asks: 'isBlocked(address)',
  selector: '0xfbac3951',
  added: [{ name: 'BlockPlaced', topic: '0x406bbf2d8d145125adf1198d2cf8a67c66cc4bb0ab01c37dccd4f7c0aae1e7c7' }],
  removed: [{ name: 'BlockReleased', topic: '0x665918c9e02eb2fd85acca3969cb054fc84c138e60ec4af22ab6ef2fd4c93c27' }],
  isIndexed: true,
};

/** Circle's contracts. */
const CIRCLE: FreezeList = {
  asks: 'isBlacklisted(address)',
  selector: '0xfe575a87',
  added: [{ name: 'Blacklisted', topic: '0xffa4e6181777692565cf28528fc88fd1516ea86b56da075235fa575af6a4b855' }],
  removed: [{ name: 'UnBlacklisted', topic: '0x117e3210bb9aa7d9baff172026820255c6f6c30ba8999d1c2fd88e2848137c4e' }],
  isIndexed: true,
};

/** Paxos' contract of gold, in its first version and the one that follows it. */
const PAXOS: FreezeList = {
  asks: 'isFrozen(address)',
  selector: '0xe5839836',
  added: [
    { name: 'AddressFrozen', topic: '0x90811a8edd3b3c17eeaefffc17f639cc69145d41a359c9843994dc2538203690' },
    { name: 'FreezeAddress', topic: '0x1aa660498c83ea285bc55e4cfc00afcaa7120798db87b74f3c0d7c6e001bc392' },
  ],
  removed: [
    { name: 'AddressUnfrozen', topic: '0xc3776b472ebf54114339eec9e4dc924e7ce307a97f5c1ee72b6d474e6e5e8b7c' },
    { name: 'UnfreezeAddress', topic: '0x150465b020dfc06a59269da94ed66db9b65a516cf4fdd5f583b0f12752339bbe' },
  ],
  isIndexed: true,
};

/**
 * Which contract keeps which list, by the issuers' published sources. Missing here are: copies by a bridge or an
 * exchange, which keep no list (both tokens on BNB Smart Chain, USDT on Optimism); contracts whose list cannot be read
 * (TUSD's is private); and contracts whose published source was not found (XAUT).
 */
const LISTS: Readonly<Record<string, Partial<Record<NetworkId, FreezeList>>>> = {
  USDT: { ETH: TETHER, TRX: TETHER, POLYGON: TETHER_BLOCKED, ARB: TETHER_BLOCKED, AVAX: TETHER_BLOCKED },
  PAXG: { ETH: PAXOS },
  USDC: { ETH: CIRCLE, TRX: CIRCLE, POLYGON: CIRCLE, OP: CIRCLE, ARB: CIRCLE, AVAX: CIRCLE },
};

export function freezeListOf(ticker: string, network: NetworkId): FreezeList | null {
  return LISTS[ticker]?.[network] ?? null;
}
