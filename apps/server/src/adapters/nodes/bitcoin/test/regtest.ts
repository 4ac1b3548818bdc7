import type { BitcoinChain } from '../../../../features/transfers/index.ts';

/** Bitcoin's chain for tests, whose blocks cost next to no work (chainparams of Bitcoin Core). */
export const REGTEST: BitcoinChain = {
  firstBlock: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
  easiestTarget: 0x7fffffn << 232n,
  magic: 0xfabfb5da,
};
