import type { ColumnStore, SecondRecord, SecondRecords } from '@assay/exposure';
import { exposureOf } from '@assay/exposure/reference';
import { sized } from '../../size.ts';
import { FIXED } from '../figures.ts';
import type { Graph } from '../graph/graph.ts';
import { RandomWords } from '../graph/random-words.ts';
import type { Section } from '../results.ts';
import { Rounds } from '../statistics.ts';
import { labelStore, loadStore } from '../store/load-store.ts';
import { ms, type PartContext } from './context.ts';

const LATE = sized(1_000, 20);

/** Records that arrive after all others: put where they belong, and beside it everything after them written again. */
export async function latePart({ graph, store, addresses, rounds }: PartContext): Promise<Section> {
  const late = pickLate(graph);
  const early = without(graph, late);
  const put = loadStore(early).store;
  const seconds = secondsOf(graph, late, put);
  const { accounts, milliseconds, longest } = timed(put.rewriting(seconds));
  if (put.count !== store.count) throw new Error('late records were lost');
  const rewritten = rewriteAll(early, seconds[0]?.time ?? 0);
  labelStore(store, graph, 'version 1');
  labelStore(put, graph, 'version 1');
  const [inOrder, withLate] = [new Rounds(), new Rounds()];
  for (let round = 0; round <= rounds; round += 1) {
    const times = await walked(store, addresses);
    const lateTimes = await walked(put, addresses);
    if (round === 0) continue;
    inOrder.add(times);
    withLate.add(lateTimes);
  }
  const bytes = (put.bytes.records / put.count).toFixed(1);
  const share = withLate.times.mean / inOrder.times.mean;
  return {
    title: `${LATE.toLocaleString('en-US')} late records`,
    rows: [
      rowOf('put where they belong', accounts, milliseconds, longest),
      rowOf('all after the first written again', rewritten.accounts, rewritten.milliseconds, rewritten.longest),
      { what: `walk afterwards, beside one in order: ${share.toFixed(2)}`, accounts: '', ms: ms(withLate.times.mean) },
      { what: `bytes a transfer afterwards: ${bytes}`, accounts: '', ms: '' },
    ],
  };
}

function rowOf(what: string, accounts: number, milliseconds: number, longest: number): Section['rows'][number] {
  return { what, accounts: accounts.toLocaleString('en-US'), ms: ms(milliseconds), 'longest step, ms': ms(longest) };
}

/** Records whose ends were both met before: without them, accounts keep their numbers. */
function pickLate({ transfers, from, to, category }: Graph): ReadonlySet<number> {
  const met = new Uint8Array(category.length);
  const possible: number[] = [];
  for (let record = 0; record < transfers; record += 1) {
    const [payer, payee] = [from[record] ?? 0, to[record] ?? 0];
    if (payer !== payee && met[payer] === 1 && met[payee] === 1) possible.push(record);
    met[payer] = 1;
    met[payee] = 1;
  }
  const random = new RandomWords(11);
  const late = new Set<number>();
  while (late.size < LATE) late.add(possible[random.below(possible.length)] ?? 0);
  return late;
}

function without(graph: Graph, late: ReadonlySet<number>): Graph {
  const keeps = (_value: number, record: number): boolean => !late.has(record);
  const { from, to, amount, time } = graph;
  return {
    ...graph,
    transfers: graph.transfers - late.size,
    from: from.filter(keeps),
    to: to.filter(keeps),
    amount: amount.filter(keeps),
    time: time.filter(keeps),
  };
}

/** What the seconds of late records hold, as an importer would say it. */
function secondsOf(graph: Graph, late: ReadonlySet<number>, { addresses }: ColumnStore): SecondRecords[] {
  const times = new Set(Array.from(late, (record) => graph.time[record] ?? 0));
  const bySecond = new Map<number, SecondRecord[]>();
  let stored = 0;
  for (let record = 0; record < graph.transfers; record += 1) {
    const [payer, payee, time] = [graph.from[record] ?? 0, graph.to[record] ?? 0, graph.time[record] ?? 0];
    if (times.has(time) && payer !== payee) {
      const records = bySecond.get(time) ?? [];
      bySecond.set(time, records);
      const ends = { from: addresses.addressOf(payer), to: addresses.addressOf(payee) };
      records.push({ ...ends, amount: graph.amount[record] ?? 0, block: stored >>> 8, transactionId: '' });
    }
    if (!late.has(record)) stored += 1;
  }
  return [...bySecond].map(([time, records]) => ({ time, records })).sort((a, b) => a.time - b.time);
}

/** The former way: everything from a second on is taken back and written again. */
function rewriteAll(graph: Graph, second: number) {
  const { store } = loadStore(graph);
  const undone = timed(store.undoingSince(second));
  const began = performance.now();
  for (let record = 0; record < graph.transfers; record += 1) {
    const [payer, payee, time] = [graph.from[record] ?? 0, graph.to[record] ?? 0, graph.time[record] ?? 0];
    if (time >= second && payer !== payee) store.write(payer, payee, graph.amount[record] ?? 0, time, record >>> 8, 0);
  }
  return { ...undone, milliseconds: undone.milliseconds + performance.now() - began };
}

function timed(steps: ReturnType<ColumnStore['rewriting']>) {
  const began = performance.now();
  let longest = 0;
  for (let last = began; ; ) {
    const step = steps.next();
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (step.done === true) return { accounts: step.value.accounts, milliseconds: now - began, longest };
  }
}

async function walked(store: ColumnStore, addresses: readonly string[]): Promise<readonly number[]> {
  const snapshot = store.snapshot();
  const times: number[] = [];
  for (const address of addresses) {
    const began = performance.now();
    await exposureOf(snapshot, address, FIXED);
    times.push(performance.now() - began);
  }
  return times;
}
