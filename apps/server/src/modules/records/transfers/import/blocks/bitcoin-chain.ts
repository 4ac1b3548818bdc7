import { MAGIC } from './block-frames.ts';
import { EASIEST_TARGET } from './block-header.ts';

/** What distinguishes one chain of Bitcoin from another. */
export interface BitcoinChain {
  /** Hash of the first block, as shown. */
  readonly firstBlock: string;
  /** No block of the chain ever had an easier target. */
  readonly easiestTarget: bigint;
  /** Four bytes that mark the start of each block in the files of Bitcoin Core. */
  readonly magic: number;
}

export const MAIN_CHAIN: BitcoinChain = {
  firstBlock: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  easiestTarget: EASIEST_TARGET,
  magic: MAGIC,
};

/** Bitcoin's chain for tests, whose blocks cost next to no work; its addresses are written as the main network's. */
const REGTEST: BitcoinChain = {
  firstBlock: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
  easiestTarget: 0x7fffffn << 232n,
  magic: 0xfabfb5da,
};

/** The chain that begins with a block, as its hash is shown; null for one that is not read. */
export function bitcoinChainOf(firstBlock: string): BitcoinChain | null {
  return [MAIN_CHAIN, REGTEST].find((chain) => chain.firstBlock === firstBlock) ?? null;
}
