import type { AccountFacts } from '../labels/party-facts.ts';
import { ratio } from '../records/ratios.ts';
import type { Direction, NodeId, OutputRecord, TransactionRecord } from '../records/record.ts';
import { inputParts, netOf, outputParts, type Part } from '../records/utxo-flows.ts';
import { absorberOf, COINBASE_ABSORBER } from '../walk/absorber.ts';
import { type ExactShares, shareKey } from './oracle.ts';

export interface UtxoOracleInput {
  /** All transactions of one network, in order. */
  readonly records: readonly TransactionRecord[];
  readonly factsOf: (node: NodeId) => AccountFacts;
  readonly subject: NodeId;
  /** Nodes of the transactions that are asked about; all by default. */
  readonly only?: ReadonlySet<NodeId>;
}

type Mix = Map<string, number>;

/**
 * The exact answer for one subject of a UTXO network, in one pass over all transactions (docs/method, section 3): in
 * order for incoming, in reverse for outgoing.
 */
export function exactUtxoShares(input: UtxoOracleInput, direction: Direction): ExactShares {
  const { records, subject, only } = input;
  const sign = direction === 'bwd' ? 1n : -1n;
  const net = (transaction: TransactionRecord): bigint => {
    if (only !== undefined && !only.has(transaction.node)) return 0n;
    const amount = sign * netOf(transaction, subject);
    return amount > 0n ? amount : 0n;
  };
  const total = records.reduce((sum, transaction) => sum + net(transaction), 0n);
  const mixes = new Map<NodeId, Mix>();
  const answer: Mix = new Map();
  for (const transaction of direction === 'bwd' ? records : records.toReversed()) {
    const parts = direction === 'bwd' ? inputParts : outputParts;
    mixes.set(transaction.node, mixOf(parts(transaction, null), transaction, direction, input, mixes));
    const amount = net(transaction);
    if (amount === 0n) continue;
    const own = mixOf(parts(transaction, subject), transaction, direction, input, mixes);
    for (const [key, share] of own) answer.set(key, (answer.get(key) ?? 0) + share * ratio(amount, total));
  }
  return answer;
}

function mixOf(
  parts: readonly Part[],
  transaction: TransactionRecord,
  direction: Direction,
  input: UtxoOracleInput,
  mixes: ReadonlyMap<NodeId, Mix>,
): Mix {
  if (direction === 'bwd' && transaction.coinbase) return new Map([[shareKey(COINBASE_ABSORBER), 1]]);
  const mix: Mix = new Map();
  for (const { share, coin } of parts) {
    for (const [key, part] of endOf(coin, transaction, direction, input, mixes)) {
      mix.set(key, (mix.get(key) ?? 0) + share * part);
    }
  }
  return mix;
}

function endOf(
  coin: OutputRecord | 'fee' | 'unknown',
  transaction: TransactionRecord,
  direction: Direction,
  { factsOf, subject }: UtxoOracleInput,
  mixes: ReadonlyMap<NodeId, Mix>,
): ReadonlyMap<string, number> {
  if (coin === 'fee') return new Map([['fee', 1]]);
  if (coin === 'unknown') return new Map([['unknown_origin', 1]]);
  const absorber = coin.owner === null ? null : absorberOf(factsOf(coin.owner), transaction.time, subject, direction);
  if (absorber !== null) return new Map([[shareKey(absorber), 1]]);
  const next = direction === 'bwd' ? coin.createdBy : coin.spentBy;
  if (next === null) return new Map([['still_held', 1]]);
  return mixes.get(next) ?? new Map([['not_followed', 1]]);
}
