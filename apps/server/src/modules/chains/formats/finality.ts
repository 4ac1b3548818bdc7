import type { NetworkId } from '@assay/domain';

interface Finality {
  /** Blocks below the newest one that do not count as final yet. */
  readonly depth: number;
  readonly why: string;
}

/** When a block of an account network counts as final. For coin networks see `coin-networks.ts`. */
const FINALITY = {
  ETH: { depth: 64, why: 'two epochs of 32 slots: what the consensus itself calls finalized' },
  BSC: { depth: 15, why: 'the depth exchanges waited for before fast finality, which usually needs two' },
  POLYGON: { depth: 256, why: 'deeper than the longest reorganisation seen on mainnet (157 blocks, February 2023)' },
  OP: { depth: 900, why: 'thirty minutes of two-second blocks: the batch is in a final block of Ethereum' },
  ARB: { depth: 7200, why: 'thirty minutes of quarter-second blocks: the batch is in a final block of Ethereum' },
  AVAX: { depth: 1, why: 'Snowman consensus is final with acceptance; one block for the node that answers' },
  ETC: { depth: 5000, why: 'proof of work with a history of deep attacks: about eighteen hours' },
  TRX: { depth: 19, why: 'solidified once 19 of 27 super representatives built on it' },
  SOL: { depth: 32, why: 'the `finalized` commitment: the full lockout of 32 slots' },
  XRP: { depth: 0, why: 'a validated ledger is never undone' },
  XLM: { depth: 0, why: 'a closed ledger is never undone' },
} as const satisfies Partial<Record<NetworkId, Finality>>;

export type AccountNetworkId = keyof typeof FINALITY;

export function finalityDepth(network: AccountNetworkId): number {
  return FINALITY[network].depth;
}
