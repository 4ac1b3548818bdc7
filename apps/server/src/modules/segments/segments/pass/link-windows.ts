import { rmSync } from 'node:fs';
import { AppendFiles, ofSize, readPieces } from './append-files.ts';
import { PAIR_BYTES, type WindowSize } from './cut-windows.ts';
import { IdTable } from './id-table.ts';
import { bufferOf, type PassPlan } from './pass-plan.ts';

/** Bytes of an entry of a link file: number in the window, the other window, the number there. */
export const LINK_BYTES = 12;
/** Bytes of an entry of the facts of a window: number in the window, facts. */
export const WINDOW_FACTS_BYTES = 8;
/** Bytes of an entry of the facts of a range of ids. */
const FACTS_BYTES = 16;

/**
 * Links each account of each window to the next and to the previous window it is in, and brings what is known of
 * accounts to their windows. One range of ids is in memory at a time.
 */
export function linkWindows(
  work: { readonly dir: string; readonly plan: PassPlan },
  windows: readonly WindowSize[],
  signal: AbortSignal,
  onProgress: (part: number) => void,
): void {
  const { dir, plan } = work;
  const buffer = bufferOf(plan, 3 * windows.length);
  const next = new AppendFiles(dir, 'next', buffer);
  const previous = new AppendFiles(dir, 'previous', buffer);
  const about = new AppendFiles(dir, 'about', buffer);
  const [pairs, facts] = [new AppendFiles(dir, 'pairs', 8), new AppendFiles(dir, 'facts', 8)];
  for (let part = 0; part < plan.partitions; part += 1) {
    signal.throwIfAborted();
    const known = readFacts(facts.pathOf(part));
    const seen = new LastWindows();
    for (const room of readPieces(pairs.pathOf(part), ofSize(PAIR_BYTES))) {
      for (let at = 0; at < room.used; at += PAIR_BYTES) {
        const id = room.doubles[at / 8] ?? 0;
        const window = room.words[at / 4 + 2] ?? 0;
        const account = room.words[at / 4 + 3] ?? 0;
        const packed = known.packedOf(id);
        if (packed !== 0) {
          const target = about.room(window, WINDOW_FACTS_BYTES);
          target.words.set([account, packed], target.used / 4);
          target.used += WINDOW_FACTS_BYTES;
        }
        seen.visit(id, window, account, (formerWindow, formerAccount) => {
          link(next, formerWindow, formerAccount, window, account);
          link(previous, window, account, formerWindow, formerAccount);
        });
      }
    }
    for (const files of [pairs, facts]) rmSync(files.pathOf(part), { force: true });
    onProgress(part + 1);
  }
  for (const files of [next, previous, about]) files.flush();
}

function link(files: AppendFiles, window: number, account: number, toWindow: number, toAccount: number): void {
  const room = files.room(window, LINK_BYTES);
  const at = room.used / 4;
  room.words[at] = account;
  room.words[at + 1] = toWindow;
  room.words[at + 2] = toAccount;
  room.used += LINK_BYTES;
}

/** The last window of each account of a range. */
class LastWindows {
  readonly #ids = new IdTable(2 ** 16);
  #windows = new Uint32Array(2 ** 16);
  #accounts = new Uint32Array(2 ** 16);

  visit(id: number, window: number, account: number, onFormer: (window: number, account: number) => void): void {
    const known = this.#ids.count;
    const index = this.#ids.add(id);
    if (index < known) onFormer(this.#windows[index] ?? 0, this.#accounts[index] ?? 0);
    if (index >= this.#windows.length) {
      this.#windows = grown(this.#windows);
      this.#accounts = grown(this.#accounts);
    }
    this.#windows[index] = window;
    this.#accounts[index] = account;
  }
}

function grown(words: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * words.length);
  larger.set(words);
  return larger;
}

/** What is known of the accounts of a range of ids; 0 for those of whom nothing is. */
export function readFacts(file: string): { packedOf(id: number): number } {
  const ids = new IdTable(1024);
  let facts = new Uint32Array(1024);
  for (const room of readPieces(file, ofSize(FACTS_BYTES))) {
    for (let at = 0; at < room.used; at += FACTS_BYTES) {
      const index = ids.add(room.doubles[at / 8] ?? 0);
      if (index >= facts.length) facts = grown(facts);
      facts[index] = room.words[at / 4 + 2] ?? 0;
    }
  }
  return {
    packedOf: (id) => {
      const index = ids.find(id);
      return index < 0 ? 0 : (facts[index] ?? 0);
    },
  };
}
