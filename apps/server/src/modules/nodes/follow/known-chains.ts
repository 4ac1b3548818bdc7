import type { NetworkId } from '@assay/domain';

/**
 * What `ChainNode.identity` says on the main network of each: the chain id of EVM networks (EIP-155), else the hash of
 * the first block. A network without an entry is followed as its first node says.
 */
export const KNOWN_CHAINS: Partial<Readonly<Record<NetworkId, string>>> = {
  BTC: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  ETH: '1',
  OP: '10',
  BSC: '56',
  ETC: '61',
  POLYGON: '137',
  ARB: '42161',
  AVAX: '43114',
  TRX: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
};
