/** An address of the data that ship with the product, for people to try. */
export interface StarterExample {
  readonly address: string;
  readonly ticker: string;
  readonly parent: string | null;
  /** Why it is worth a look, in a few words. */
  readonly title: string;
}

/** One for each number of stars, from the list in `transfers/README.md`; two for one star: by its money, by its name. */
export const STARTER_EXAMPLES: readonly StarterExample[] = [
  {
    address: '0x500b95b82c62c8d38453de825355397a95b62133',
    ticker: 'ETH',
    parent: null,
    title: 'All it received came from an exchange',
  },
  {
    address: '14YqMw4zPPyYX7PkAwo1FRGcfduG65aPyF',
    ticker: 'BTC',
    parent: null,
    title: '30% of what it received came from gambling',
  },
  {
    address: '18bW2s7nDP2VBper8WaJ25KdQXepZgF4df',
    ticker: 'BTC',
    parent: null,
    title: 'Over half it received came from gambling',
  },
  {
    address: '1127fSPWareRuq4K4QbyrY63onNQZcHrhQ',
    ticker: 'BTC',
    parent: null,
    title: '27% of what it sent reached a fraud, two hops away',
  },
  {
    address: '1FJav5T1fw4ds2BQNhYepuqmsEfbpgJhyF',
    ticker: 'BTC',
    parent: null,
    title: '46% of what it sent went straight to a fraud',
  },
  {
    address: 'TEtJTCuFEzY6jjVNzFtbWGMfrHzfE2aGKU',
    ticker: 'USDT',
    parent: 'TRX',
    title: 'On a seizure order, paid by other seized wallets',
  },
];
