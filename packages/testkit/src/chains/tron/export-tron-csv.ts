import type { BuiltBlock } from './java-tron-chain.ts';

const NOTES_THAT_PAY = ['call', 'create', 'suicide'];
const HEADER = 'network,asset,kind,from,to,amount,time,transaction,sequence,block,transaction_index';

/** Contracts of followed tokens, and their tickers. */
export type TronTokens = Readonly<Record<string, string>>;

/**
 * A chain in the plain form of imports, from what was put on it and not from what a node says of it: TRX with fees, the
 * moves of contracts and rewards, and transfers of the given tokens.
 */
export function exportTronCsv(blocks: readonly BuiltBlock[], tokens: TronTokens): string {
  return [HEADER, ...blocks.flatMap((block) => rowsOf(block, tokens))].join('\n');
}

function rowsOf({ height, at, transactions }: BuiltBlock, tokens: TronTokens): string[] {
  const time = Math.floor(at / 1000);
  const rows: string[] = [];
  let logIndex = 0;
  for (const [index, { id, action }] of transactions.entries()) {
    const coin = (kind: string, from: string, to: string, amount: bigint, sequence: number): void => {
      if (amount === 0n) return;
      rows.push(['TRX', 'TRX', kind, from, to, amount, time, id, sequence, height, index].join(','));
    };
    if ('fee' in action && action.fee !== undefined) coin('fee', action.from, '', action.fee, 0);
    if (action.does === 'transfer') coin('native', action.from, action.to, action.amount, 0);
    if (action.does === 'withdraw') coin('native', ZERO, action.from, action.amount, 0);
    if (action.does === 'create') coin('native', action.from, action.contract, action.value, 0);
    if (action.does !== 'call' || action.failed === true) continue;
    coin('native', action.from, action.contract, action.value ?? 0n, 0);
    for (const [position, inner] of (action.inner ?? []).entries()) {
      if (inner.rejected === true || inner.tokenId !== undefined) continue;
      if (inner.note === 'withdrawReward') coin('internal', ZERO, inner.to, inner.amount, position + 1);
      if (NOTES_THAT_PAY.includes(inner.note)) coin('internal', inner.from, inner.to, inner.amount, position + 1);
    }
    for (const { token, from, to, amount } of action.logs ?? []) {
      const ticker = tokens[token];
      if (ticker !== undefined) {
        rows.push(['TRX', ticker, 'token', from, to, amount, time, id, logIndex, height, logIndex].join(','));
      }
      logIndex += 1;
    }
  }
  return rows;
}

/** The address of zeros, which mints and burns. */
const ZERO = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';
