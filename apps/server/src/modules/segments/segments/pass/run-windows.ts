import { readFileSync, rmSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beginMixes, type Direction, RecordWindow, STREAM_KEYS, StreamPass } from '@assay/exposure';
import { AccountStates, stateSize, writeResult } from './account-states.ts';
import { AppendFiles, ofSize, readPieces, readWhole } from './append-files.ts';
import { type WindowSize, windowFiles } from './cut-windows.ts';
import { type LabelSlots, unpackFacts } from './label-slots.ts';
import { LINK_BYTES, WINDOW_FACTS_BYTES } from './link-windows.ts';
import { bufferOf, type PassPlan } from './pass-plan.ts';

/** Records between two cancellation checks: some milliseconds of work. */
const RECORDS_PER_TURN = 20_000;
const KEYS = STREAM_KEYS.length;

export interface WindowsToRun {
  readonly dir: string;
  readonly plan: PassPlan;
  readonly partOf: (id: number) => number;
  readonly windows: readonly WindowSize[];
  readonly slots: LabelSlots;
  readonly memory: WindowMemory;
  readonly signal: AbortSignal;
  /** Called when everything of a window is in files; `done` counts windows in the order of the pass. */
  readonly onWindow: (done: number, window: number) => void;
}

/**
 * What one window takes, used again by every window of both directions: large arrays that are made for each window stay in memory
 * until they are collected, which may be after the next ones are there.
 */
export class WindowMemory {
  readonly states: AccountStates;
  readonly window = new RecordWindow();
  readonly #file: ArrayBuffer;

  constructor(windows: readonly WindowSize[]) {
    this.states = new AccountStates(windows.reduce((most, { accounts }) => Math.max(most, accounts), 0));
    this.#file = new ArrayBuffer(RECORD_BYTES * windows.reduce((most, { records }) => Math.max(most, records), 0));
  }

  /** The contents of a file of records, valid until the next call. */
  read(file: string, records: number): ArrayBuffer {
    readWhole(file, new Uint8Array(this.#file, 0, RECORD_BYTES * records));
    return this.#file;
  }
}

/** Four doubles and three words. */
const RECORD_BYTES = 44;

export const statesKind = (direction: Direction): string => `states-${direction}`;
export const resultsKind = (direction: Direction): string => `results-${direction}`;

/**
 * A streaming pass over all windows, forward in time for what came in, backward for what went out. The state of an
 * account waits in a file of the next window it is in: each state is written and read once for each window of its
 * account, always at the end of a file, so nothing is looked up on disk.
 *
 * @param begin number of windows that are done
 */
export async function runWindows(direction: Direction, begin: number, run: WindowsToRun): Promise<void> {
  const { windows, plan, dir } = run;
  const { states, window } = run.memory;
  const waiting = new AppendFiles(dir, statesKind(direction), bufferOf(plan, windows.length + plan.partitions));
  const results = new AppendFiles(dir, resultsKind(direction), bufferOf(plan, windows.length + plan.partitions));
  const firstRecords = recordsBefore(windows);
  for (let done = begin; done < windows.length; done += 1) {
    run.signal.throwIfAborted();
    const number = direction === 'bwd' ? done : windows.length - 1 - done;
    const size = windows[number] ?? { records: 0, accounts: 0 };
    const columns = load(window, run, number, size);
    const absorbing = describe(window, run, number);
    states.clear(size.accounts);
    const state = { done: 0, mixes: states.mixes, sums: states.sums };
    beginMixes(window, direction, { firstKey: 0, keys: KEYS, state });
    for (const room of readPieces(waiting.pathOf(number), stateSize)) {
      for (let at = 0; at < room.used; ) at = states.read(room, at);
    }
    const pass = new StreamPass(window, direction, 0, KEYS, state);
    while (pass.run(RECORDS_PER_TURN)) {
      await nextTurn();
      run.signal.throwIfAborted();
    }
    if (direction === 'bwd') addUp(states, columns, firstRecords[number] ?? 0);
    route(direction, number, size, { run, states, absorbing, waiting, results });
    waiting.forget(number);
    waiting.flush();
    results.flush();
    run.onWindow(done + 1, number);
    rmSync(waiting.pathOf(number), { force: true });
    if (direction === 'fwd') removeWindow(dir, number);
  }
}

/** The outgoing direction is the last that reads a window. */
function removeWindow(dir: string, number: number): void {
  const kinds = ['next', 'previous', 'about'].map((kind) => new AppendFiles(dir, kind, 8).pathOf(number));
  for (const file of [windowFiles.records(dir, number), windowFiles.ids(dir, number), ...kinds])
    rmSync(file, { force: true });
}

function recordsBefore(windows: readonly WindowSize[]): readonly number[] {
  let before = 0;
  return windows.map(({ records }) => {
    before += records;
    return before - records;
  });
}

interface Columns {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly amount: Float64Array;
}

function load(window: RecordWindow, run: WindowsToRun, number: number, size: WindowSize): Columns {
  const { dir, slots, memory } = run;
  const { records } = size;
  const buffer = memory.read(windowFiles.records(dir, number), records);
  const doubles = (index: number) => new Float64Array(buffer, 8 * records * index, records);
  const words = (index: number) => new Uint32Array(buffer, 32 * records + 4 * records * index, records);
  const [amount, inflowShare, covered, outflowShare] = [doubles(0), doubles(1), doubles(2), doubles(3)];
  const [from, to, time] = [words(0), words(1), words(2)];
  window.begin(size.accounts, slots.labels);
  for (let index = 0; index < records; index += 1) {
    window.add({
      from: from[index] ?? 0,
      to: to[index] ?? 0,
      time: time[index] ?? 0,
      amount: amount[index] ?? 0,
      inflowShare: inflowShare[index] ?? 0,
      covered: covered[index] ?? 0,
      outflowShare: outflowShare[index] ?? 0,
    });
  }
  return { from, to, amount };
}

/** Brings what is known of accounts into a window; returns those that absorb by a label of their own. */
function describe(window: RecordWindow, { dir }: WindowsToRun, number: number): ReadonlySet<number> {
  const absorbing = new Set<number>();
  const about = new AppendFiles(dir, 'about', 8);
  for (const room of readPieces(about.pathOf(number), ofSize(WINDOW_FACTS_BYTES))) {
    for (let word = 0; word < room.used / 4; word += 2) {
      const account = room.words[word] ?? 0;
      const { slot, absorbs, isOpeningUnread } = unpackFacts(room.words[word + 1] ?? 0);
      window.describe(account, slot, isOpeningUnread);
      if (absorbs) absorbing.add(account);
    }
  }
  return absorbing;
}

/** Totals of both directions, each in the order of time as `streamTotals` adds them up. */
function addUp(states: AccountStates, { from, to, amount }: Columns, before: number): void {
  const { received, sent, firstOut, lastIn } = states;
  for (let index = 0; index < amount.length; index += 1) {
    const [sender, receiver, units] = [from[index] ?? 0, to[index] ?? 0, amount[index] ?? 0];
    sent[sender] = (sent[sender] ?? 0) + units;
    received[receiver] = (received[receiver] ?? 0) + units;
    if (firstOut[sender] === 0) firstOut[sender] = before + index + 1;
    lastIn[receiver] = before + index + 1;
  }
}

interface Routing {
  readonly run: WindowsToRun;
  readonly states: AccountStates;
  readonly absorbing: ReadonlySet<number>;
  readonly waiting: AppendFiles;
  readonly results: AppendFiles;
}

/** Sends each state to the next window of its account, or to the results where there is none. */
function route(direction: Direction, number: number, size: WindowSize, routing: Routing): void {
  const { run, states, absorbing, waiting, results } = routing;
  const links = new AppendFiles(run.dir, direction === 'bwd' ? 'next' : 'previous', 8);
  const isLinked = new Uint8Array(size.accounts);
  for (const room of readPieces(links.pathOf(number), ofSize(LINK_BYTES))) {
    for (let word = 0; word < room.used / 4; word += 3) {
      const account = room.words[word] ?? 0;
      const target = room.words[word + 1] ?? 0;
      isLinked[account] = 1;
      states.write(account, room.words[word + 2] ?? 0, (bytes) => waiting.room(target, bytes));
    }
  }
  const ids = doublesOf(windowFiles.ids(run.dir, number));
  for (let account = 0; account < size.accounts; account += 1) {
    if (isLinked[account] === 1) continue;
    const id = ids[account] ?? 0;
    const [first, last] = [states.firstOut[account] ?? 0, states.lastIn[account] ?? 0];
    const isInexact = absorbing.has(account) && first !== 0 && last !== 0 && first < last;
    writeResult(states, account, id, isInexact, (bytes) => results.room(run.partOf(id), bytes));
  }
}

function doublesOf(file: string): Float64Array {
  const { buffer, byteOffset, byteLength } = readFileSync(file);
  return new Float64Array(buffer, byteOffset, byteLength / 8);
}
