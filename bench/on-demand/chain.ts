import type { Label, RawTransfer } from '@assay/exposure';
import { addressText, categoryName, type Graph, generateGraph } from '../walk/graph/graph.ts';

/** One token of the generated world, read as a provider of histories reads it. */
export interface OnDemandChain {
  readonly transfers: number;
  readonly last: { readonly block: number; readonly time: number };
  /** Wallets without a label and with 3 to 200 transfers, in an order of their own. */
  readonly wallets: readonly string[];
  readonly labels: ReadonlyMap<string, Label>;
  /** Newest first, from `until` down. */
  readonly historyOf: (address: string, until: number, offset: number, limit: number) => readonly RawTransfer[];
  readonly balanceOf: (address: string) => bigint;
}

const ASSET = 0;
const SECONDS_PER_BLOCK = 12;

export function openChain(transfers: number, seed: number): OnDemandChain {
  const graph = generateGraph({ transfers, seed });
  const own = new Map<string, number[]>();
  const texts = new Map<number, string>();
  const textOf = (account: number): string => {
    const known = texts.get(account) ?? addressText(graph, account);
    texts.set(account, known);
    return known;
  };
  const note = (account: number, record: number) => {
    const list = own.get(textOf(account));
    if (list === undefined) own.set(textOf(account), [record]);
    else list.push(record);
  };
  let last = 0;
  let count = 0;
  for (let record = 0; record < graph.transfers; record += 1) {
    const [from, to] = [graph.from[record] ?? 0, graph.to[record] ?? 0];
    if (graph.asset[from] !== ASSET || from === to) continue;
    note(from, record);
    note(to, record);
    last = record;
    count += 1;
  }
  const labels = labelsOf(graph, textOf, own);
  const transferOf = (record: number): RawTransfer => rawTransfer(graph, textOf, record);
  return {
    transfers: count,
    last: { block: blockOf(graph.time[last] ?? 0), time: graph.time[last] ?? 0 },
    wallets: [...own]
      .filter(([address, records]) => !labels.has(address) && records.length >= 3 && records.length <= 200)
      .map(([address]) => address)
      .sort((a, b) => scramble(a) - scramble(b)),
    labels,
    historyOf: (address, until, offset, limit) => {
      const records = own.get(address) ?? [];
      let end = records.length;
      while (end > 0 && (graph.time[records[end - 1] ?? 0] ?? 0) > until) end -= 1;
      return records
        .slice(Math.max(0, end - offset - limit), Math.max(0, end - offset))
        .reverse()
        .map(transferOf);
    },
    balanceOf: (address) => {
      const sum = (own.get(address) ?? []).reduce((balance, record) => {
        const { to, amount } = transferOf(record);
        return to === address ? balance + amount : balance - amount;
      }, 0n);
      return sum < 0n ? 0n : sum;
    },
  };
}

function rawTransfer(graph: Graph, textOf: (account: number) => string, record: number): RawTransfer {
  const time = graph.time[record] ?? 0;
  return {
    block: blockOf(time),
    transactionIndex: 0,
    transactionId: `0x${record.toString(16).padStart(64, '0')}`,
    kind: 'token',
    index: record,
    ordinal: 0,
    from: textOf(graph.from[record] ?? 0),
    to: textOf(graph.to[record] ?? 0),
    amount: BigInt(graph.amount[record] ?? 1),
    time,
  };
}

function labelsOf(
  graph: Graph,
  textOf: (account: number) => string,
  own: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, Label> {
  const labels = new Map<string, Label>();
  for (let account = 0; account < graph.category.length; account += 1) {
    const category = categoryName(graph.category[account] ?? 0);
    if (category === 'none' || graph.asset[account] !== ASSET || !own.has(textOf(account))) continue;
    labels.set(textOf(account), {
      entity: `${category} ${account % 40}`,
      category,
      confidence: 70,
      source: 'bench',
      sourceUrl: null,
      sourceDate: null,
      validFrom: null,
      validTo: null,
      origin: 'given',
    });
  }
  return labels;
}

function blockOf(time: number): number {
  return Math.floor(time / SECONDS_PER_BLOCK);
}

/** An order that has nothing to do with when a wallet began. */
function scramble(address: string): number {
  let hash = 7;
  for (let at = 2; at < 12; at += 1) hash = Math.imul(hash ^ address.charCodeAt(at), 0x9e3779b1) >>> 0;
  return hash;
}
