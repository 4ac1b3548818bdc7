import { MAGIC } from './block-frames.ts';
import { EASIEST_TARGET, FIRST_BLOCK } from './block-header.ts';
import { shown } from './hashes.ts';

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
  firstBlock: shown(FIRST_BLOCK),
  easiestTarget: EASIEST_TARGET,
  magic: MAGIC,
};
