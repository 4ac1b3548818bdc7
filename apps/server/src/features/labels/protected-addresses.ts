/**
 * Mint and burn addresses (docs/method, section 2): they mean `issuer`, whatever any list says of them. A list that
 * names one has taken the chain's own bookkeeping for an owner.
 */
const EVM_PROTECTED: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000000',
  '0x0000000000000000000000000000000000000001',
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000000000000000000000000',
  '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead',
  '0xffffffffffffffffffffffffffffffffffffffff',
]);

const PROTECTED: Readonly<Record<string, ReadonlySet<string>>> = {
  BTC: new Set([
    '1BitcoinEaterAddressDontSendf59kuE',
    '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
    '1111111111111111111114oLvT2',
  ]),
  ETH: EVM_PROTECTED,
  BSC: EVM_PROTECTED,
  POLYGON: EVM_PROTECTED,
  OP: EVM_PROTECTED,
  ARB: EVM_PROTECTED,
  AVAX: EVM_PROTECTED,
  ETC: EVM_PROTECTED,
  TRX: new Set(['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb']),
  SOL: new Set(['11111111111111111111111111111111', '1nc1nerator11111111111111111111111111111111']),
};

/** Whether a canonical address is a mint or burn address of its chain. */
export function isProtectedAddress(chain: string, address: string): boolean {
  return PROTECTED[chain]?.has(address) ?? false;
}
