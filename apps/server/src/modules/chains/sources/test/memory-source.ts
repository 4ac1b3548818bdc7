import type { NetworkId } from '@assay/domain';
import { isRecord, type RawTransaction, type RawTransfer } from '@assay/exposure';
import {
  type AccountSource,
  type CoinSource,
  type SourceCall,
  SourceError,
  type SourceFault,
  type SourceTip,
} from '../sources.ports.ts';

/** Behaviour of an in-memory source: the faults it injects, and the chain it shows. */
export interface MemoryBehaviour {
  readonly pageSize: number;
  /** Called for each request, by its number from 0; throws what it returns. */
  readonly faultAt: (call: number, method: string) => SourceFault | null;
  readonly finality: number;
  readonly counts: boolean;
  readonly delayMs: number;
  /** Shows the chain as it was: without its last fifth, and with other transactions in its last block. */
  readonly isFork: boolean;
  /** Of the asset whose transfers it has; null for the network's coin. */
  readonly contract: string | null;
}

const WELL_BEHAVED: MemoryBehaviour = {
  pageSize: 50,
  faultAt: () => null,
  finality: 0,
  counts: false,
  delayMs: 0,
  isFork: false,
  contract: null,
};

export interface Asked {
  readonly method: string;
  readonly what: string;
}

class Line {
  readonly asked: Asked[] = [];
  readonly #behaviour: MemoryBehaviour;

  constructor(behaviour: MemoryBehaviour) {
    this.#behaviour = behaviour;
  }

  async answer<T>(method: string, what: string, call: SourceCall, make: () => T): Promise<T> {
    if (call.signal.aborted) throw new SourceError({ kind: 'cancelled', by: 'signal' });
    if (!call.spend()) throw new SourceError({ kind: 'cancelled', by: 'budget' });
    const fault = this.#behaviour.faultAt(this.asked.length, method);
    this.asked.push({ method, what });
    await new Promise((resolve) => setTimeout(resolve, this.#behaviour.delayMs));
    if (call.signal.aborted) throw new SourceError({ kind: 'cancelled', by: 'signal' });
    if (fault !== null) throw new SourceError(fault);
    return make();
  }
}

/** An account network in memory: answers as a provider would, from a whole transfer ledger. */
export function memoryAccountSource(
  network: NetworkId,
  transfers: readonly RawTransfer[],
  given: Partial<MemoryBehaviour> = {},
): AccountSource & { readonly asked: readonly Asked[] } {
  const behaviour = { ...WELL_BEHAVED, ...given };
  const line = new Line(behaviour);
  const reported = transfers.filter(isRecord);
  const records = (behaviour.isFork ? forkOf(reported) : reported).toReversed();
  const last = records[0];
  const ownOf = (account: string) => records.filter(({ from, to }) => from === account || to === account);
  return {
    ledger: 'account',
    network,
    providers: ['memory'],
    concurrency: 4,
    asked: line.asked,
    canAsk: () => true,
    tip: (call) => line.answer('tip', '', call, () => tipAt(last?.block ?? 0, last?.time ?? 0, behaviour.finality)),
    transfers: ({ account, since, until, cursor }, call) =>
      line.answer('transfers', `${account} ${cursor ?? ''}`, call, () => {
        const all = ownOf(account).filter(
          ({ time }) => (since === null || time >= since) && (until === null || time <= until),
        );
        const start = cursor === null ? 0 : Number(cursor);
        const page = all.slice(start, start + behaviour.pageSize);
        const next = start + behaviour.pageSize;
        const isEnd = next >= all.length;
        const oldest = page.at(-1)?.time ?? null;
        return {
          records: page,
          next: isEnd ? null : String(next),
          completeFrom: isEnd || oldest === null ? null : oldest + 1,
          lacks: [],
          contracts: [],
          plainAccounts: [...new Set([account, ...page.flatMap(({ from, to }) => [from, to])])],
          provider: 'memory',
        };
      }),
    lookUp: (id, call) =>
      line.answer('lookUp', id, call, () => {
        const own = records.filter(({ transactionId }) => transactionId === id).toReversed();
        const [first] = own;
        if (first === undefined) return { is: 'unknown', id, provider: 'memory' };
        const { block, time } = first;
        const assets = [{ contract: behaviour.contract, transfers: own }];
        const content = { ledger: 'account', assets, isWhole: true } as const;
        return { is: 'confirmed', id, block, time, content, provider: 'memory' };
      }),
    balance: (_asset, account, call) =>
      line.answer('balance', account, call, () => {
        const amount = ownOf(account).reduce((sum, one) => sum + (one.to === account ? one.amount : -one.amount), 0n);
        return { amount, time: last?.time ?? 0, provider: 'memory' };
      }),
    counters: (_asset, account, call) =>
      line.answer('counters', account, call, () => {
        if (!behaviour.counts) throw new SourceError({ kind: 'not-supported', provider: 'memory', what: 'counters' });
        const own = ownOf(account);
        const met = new Set(own.flatMap(({ from, to }) => [from, to]));
        return {
          transactions: own.length,
          counterparties: met.size - 1,
          isContract: null,
          received: sumOf(own.filter(({ to }) => to === account)),
          sent: sumOf(own.filter(({ from }) => from === account)),
          provider: 'memory',
        };
      }),
  };
}

/** A coin network in memory. */
export function memoryCoinSource(
  network: NetworkId,
  transactions: readonly RawTransaction[],
  given: Partial<MemoryBehaviour> = {},
): CoinSource & { readonly asked: readonly Asked[] } {
  const behaviour = { ...WELL_BEHAVED, pageSize: 25, counts: true, ...given };
  const line = new Line(behaviour);
  const chain = behaviour.isFork ? forkOf(transactions) : transactions;
  const newestFirst = chain.toReversed();
  const byId = new Map(chain.map((one) => [one.transactionId, one]));
  const spenders = new Map<string, string>();
  for (const { transactionId, inputs } of chain)
    for (const input of inputs) spenders.set(`${input.transactionId}:${input.index}`, transactionId);
  const touches = ({ inputs, outputs }: RawTransaction, address: string) =>
    inputs.some(({ owner }) => owner === address) || outputs.some(({ owner }) => owner === address);
  const last = newestFirst[0];
  return {
    ledger: 'utxo',
    network,
    providers: ['memory'],
    concurrency: 4,
    asked: line.asked,
    canAsk: () => true,
    tip: (call) => line.answer('tip', '', call, () => tipAt(last?.block ?? 0, last?.time ?? 0, behaviour.finality)),
    transactionsOf: ({ address, since, until, cursor }, call) =>
      line.answer('transactionsOf', `${address} ${cursor ?? ''}`, call, () => {
        const all = newestFirst.filter(
          (one) =>
            touches(one, address) && (since === null || one.block >= since) && (until === null || one.block <= until),
        );
        const start = cursor === null ? 0 : Number(cursor);
        const page = all.slice(start, start + behaviour.pageSize);
        const next = start + behaviour.pageSize;
        const isEnd = next >= all.length;
        const oldest = page.at(-1)?.block ?? null;
        return {
          transactions: page.map((transaction) => ({ transaction, spends: null })),
          next: isEnd ? null : String(next),
          completeFrom: isEnd || oldest === null ? null : oldest + 1,
          provider: 'memory',
        };
      }),
    transactions: (ids, call) =>
      line.answer('transactions', ids.join(), call, () =>
        ids.map((id) => {
          const transaction = byId.get(id);
          return transaction === undefined ? null : { transaction, spends: null };
        }),
      ),
    lookUp: (id, call) =>
      line.answer('lookUp', id, call, () => {
        const transaction = byId.get(id);
        if (transaction === undefined) return { is: 'unknown', id, provider: 'memory' };
        const { block, time } = transaction;
        return { is: 'confirmed', id, block, time, content: { ledger: 'utxo', transaction }, provider: 'memory' };
      }),
    spends: (id, call) =>
      line.answer('spends', id, call, () =>
        (byId.get(id)?.outputs ?? []).map(({ index }) => spenders.get(`${id}:${index}`) ?? null),
      ),
    counters: (address, call) =>
      line.answer('counters', address, call, () => {
        if (!behaviour.counts) throw new SourceError({ kind: 'not-supported', provider: 'memory', what: 'counters' });
        const own = chain.filter((one) => touches(one, address));
        const paid = own.flatMap(({ outputs }) => outputs.filter(({ owner }) => owner === address));
        const spent = own.flatMap(({ inputs }) => inputs.filter(({ owner }) => owner === address));
        return {
          transactions: own.length,
          counterparties: null,
          isContract: false,
          received: sumOf(paid),
          sent: spent.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n),
          provider: 'memory',
        };
      }),
  };
}

/** The last block of the fork has transactions that the chain does not have. */
function forkOf<T extends { readonly block: number; readonly transactionId: string }>(
  records: readonly T[],
): readonly T[] {
  const early = records.slice(0, Math.floor((records.length * 4) / 5));
  const last = early.at(-1)?.block;
  return early.map((one) => (one.block === last ? { ...one, transactionId: `${one.transactionId}-undone` } : one));
}

function tipAt(block: number, time: number, finality: number): SourceTip {
  return { block, time, finalBlock: block - finality, finalTime: time - finality, provider: 'memory' };
}

function sumOf(parts: readonly { readonly amount: bigint }[]): bigint {
  return parts.reduce((sum, { amount }) => sum + amount, 0n);
}
