import { ASSETS } from '@assay/domain';
import type { LabelsOf } from '@assay/exposure';
import { buildOnDemandSources, type Gathering, SourceError } from '../../apps/server/src/modules/chains/index.ts';
import type { AccountSource } from '../../apps/server/src/modules/chains/sources/sources.ports.ts';
import { quantile } from '../checks/product.ts';
import { sized } from '../size.ts';
import { type OnDemandChain, openChain } from './chain.ts';

/** How providers answer: rows a page, and whether a contract costs a question of its own. */
const FORMATS = [
  { name: 'Etherscan (ETH, POLYGON, ARB, AVAX)', network: 'ETH', pageSize: 1_000, asksForContracts: true },
  { name: 'Blockscout (ETH, OP, POLYGON, ARB)', network: 'ETH', pageSize: 50, asksForContracts: false },
  { name: 'TronGrid (TRX)', network: 'TRX', pageSize: 200, asksForContracts: false },
] as const;
const BUDGETS = sized([15, 30, 60, 120], [15]);
const CHECKS = Number(process.env['BENCH_CHECKS'] ?? sized(40, 2));
const TRANSFERS = sized(400_000, 20_000);

interface Counted {
  readonly calls: number;
  /** By changes of owner between the address and the account that was asked about: 0 to 3, and more. */
  readonly byDepth: readonly number[];
  readonly explained: number;
  readonly milliseconds: number;
}

const chain = openChain(TRANSFERS, 42);
const labelsOf: LabelsOf = async (addresses) =>
  addresses.map((address) => {
    const label = chain.labels.get(address);
    return label === undefined ? [] : [label];
  });

process.stdout.write(`${chain.transfers} transfers of one token, ${CHECKS} wallets\n`);
process.stdout.write(
  `| Provider | Budget | Calls, median | 0 | 1 | 2 | 3 | more | Explained, median | tenth | Own time, ms |\n|${' --- |'.repeat(11)}\n`,
);
for (const format of FORMATS) {
  for (const budget of BUDGETS) {
    const counted: Counted[] = [];
    for (const wallet of chain.wallets.slice(0, CHECKS)) counted.push(await countCalls(format, wallet, budget));
    const mean = (pick: (one: Counted) => number) => counted.reduce((sum, one) => sum + pick(one), 0) / counted.length;
    const depths = [0, 1, 2, 3, 4].map((depth) => mean(({ byDepth }) => byDepth[depth] ?? 0).toFixed(1));
    const explained = counted.map((one) => one.explained);
    const cells = [
      format.name,
      budget,
      quantile(counted.map(({ calls }) => calls)),
      ...depths,
      percent(quantile(explained)),
      percent(quantile(explained, 0.1)),
      mean(({ milliseconds }) => milliseconds).toFixed(0),
    ];
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

async function countCalls(format: (typeof FORMATS)[number], wallet: string, calls: number): Promise<Counted> {
  const asked: string[] = [];
  const source = sourceOf(chain, format, asked);
  const nothing = async () => undefined;
  const nobody = async () => null;
  const live = buildOnDemandSources({
    sources: { sourceOf: () => source },
    accounts: { tipSince: nobody, saveTip: nothing, find: nobody, save: nothing },
    coins: {
      findTransactions: async () => new Map(),
      saveTransaction: nothing,
      findOwner: nobody,
      saveOwner: nothing,
    },
    clock: { now: () => new Date() },
    limits: { calls, milliseconds: 600_000 },
    tipLastsMs: 0,
  });
  const asset = ASSETS.find(({ ticker, network }) => ticker === 'USDT' && network === format.network);
  if (asset === undefined) throw new Error('There is no USDT');
  let explained = 0;
  const startedAt = performance.now();
  const gathering = await live.gather(asset, wallet, {
    labelsOf,
    signal: new AbortController().signal,
    onProgress: (progress) => {
      const shares = [progress.explained.incoming, progress.explained.outgoing].filter((share) => share !== null);
      explained = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
    },
  });
  const milliseconds = performance.now() - startedAt;
  const distances = distancesFrom(wallet, gathering);
  const byDepth = [0, 0, 0, 0, 0];
  for (const account of asked) {
    const depth = Math.min(4, distances.get(account) ?? 4);
    byDepth[depth] = (byDepth[depth] ?? 0) + 1;
  }
  // The tip is asked for once, of nobody in particular.
  return { calls: asked.length + 1, byDepth, explained, milliseconds };
}

/** Fewest transfers between the address and each account that was read. */
function distancesFrom(wallet: string, gathering: Gathering): ReadonlyMap<string, number> {
  if (gathering.kind === 'failed') return new Map();
  const read = gathering.live.cut.accounts.map(({ address }) => address);
  const distances = new Map([[wallet, 0]]);
  for (const [account, distance] of distances) {
    for (const { from, to } of chain.historyOf(account, Number.POSITIVE_INFINITY, 0, 2_000)) {
      const other = from === account ? to : from;
      if (!distances.has(other) && read.includes(other)) distances.set(other, distance + 1);
    }
  }
  return distances;
}

function sourceOf(
  { last, historyOf, balanceOf }: OnDemandChain,
  { network, pageSize, asksForContracts }: (typeof FORMATS)[number],
  asked: string[],
): AccountSource {
  const provider = 'bench';
  const spend = (call: { spend(): boolean }, account: string | null) => {
    if (!call.spend()) throw new SourceError({ kind: 'cancelled', by: 'budget' });
    if (account !== null) asked.push(account);
  };
  return {
    ledger: 'account',
    network,
    providers: [provider],
    concurrency: 4,
    canAsk: () => true,
    tip: async (call) => {
      spend(call, null);
      return { ...last, finalBlock: last.block - 64, finalTime: last.time - 768, provider };
    },
    lookUp: async (id, call) => {
      spend(call, null);
      return { is: 'unknown', id, provider };
    },
    transfers: async ({ account, until, cursor }, call) => {
      spend(call, account);
      const start = Number(cursor ?? 0);
      const rows = historyOf(account, until ?? Number.POSITIVE_INFINITY, start, pageSize);
      const isEnd = rows.length < pageSize;
      const oldest = rows.at(-1)?.time ?? 0;
      return {
        records: rows,
        next: isEnd ? null : String(start + pageSize),
        completeFrom: isEnd ? null : oldest + 1,
        lacks: [],
        contracts: [],
        plainAccounts: asksForContracts ? [] : [account],
        provider,
      };
    },
    balance: async (_asset, account, call) => {
      spend(call, account);
      return { amount: balanceOf(account), time: last.time, provider };
    },
    counters: async (_asset, account, call) => {
      spend(call, account);
      const none = { transactions: null, counterparties: null, received: null, sent: null };
      return { ...none, isContract: false, provider };
    },
  };
}
