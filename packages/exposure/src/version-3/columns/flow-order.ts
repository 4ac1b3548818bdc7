import { joinRuns, type NumberRun, runAt, runsOf } from '../../columns/number-runs.ts';
import { type RecordLog, sharedBufferOf, type TableParts } from '../../columns/record-log.ts';
import type { Position } from '../../records/record.ts';
import { isGone, positionOf, RANK, RANKS_PER_SECOND, rankIn, TIME } from './line.ts';

export interface FlowOrderParts {
  /** Late lines in order of position. */
  readonly late: TableParts;
  readonly gone: readonly NumberRun[];
}

/**
 * Lines by position. Those that were written in order are found by halving; late ones, which were written after later
 * flows, are listed here in order of position, four bytes each.
 */
export class FlowOrder {
  readonly #log: RecordLog;
  #late: Uint32Array;
  /** Lines that were taken out while later ones stayed. */
  #gone: readonly NumberRun[];
  /** Those, and the late ones. */
  #outOfOrder: readonly NumberRun[];

  constructor(log: RecordLog, parts?: FlowOrderParts) {
    this.#log = log;
    this.#late = new Uint32Array(parts?.late.chunks[0] ?? new SharedArrayBuffer(0));
    this.#gone = parts?.gone ?? [];
    this.#outOfOrder = joinRuns(this.#gone, runsOf(this.#late.toSorted()));
  }

  parts(): FlowOrderParts {
    const chunks = this.#late.length === 0 ? [] : [sharedBufferOf(this.#late)];
    return { late: { count: this.#late.length, chunks }, gone: this.#gone };
  }

  get lateCount(): number {
    return this.#late.length;
  }

  get goneCount(): number {
    return this.#gone.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  }

  get bytes(): number {
    return this.#late.byteLength;
  }

  /** Lines of one second, in order of position. */
  linesOf(time: number): readonly number[] {
    const lines: number[] = [];
    for (let line = this.#inOrderFrom(this.#firstSince(time)); line <= this.#log.count; ) {
      if (this.#log.word(line, TIME) !== time) break;
      lines.push(line);
      line = this.#inOrderFrom(line + 1);
    }
    for (let index = this.#firstLateSince(time); index < this.#late.length; index += 1) {
      const line = this.#late[index] ?? 0;
      if (this.#log.word(line, TIME) !== time) break;
      lines.push(line);
    }
    return lines.sort((a, b) => rankIn(this.#log.word(a, RANK)) - rankIn(this.#log.word(b, RANK)));
  }

  /** Lines of a second and later, in no order. */
  *since(time: number): Generator<number> {
    for (let line = this.#inOrderFrom(this.#firstSince(time)); line <= this.#log.count; ) {
      yield line;
      line = this.#inOrderFrom(line + 1);
    }
    yield* this.#late.subarray(this.#firstLateSince(time));
  }

  /** All lines in order of position. */
  *all(): Generator<number> {
    let index = 0;
    for (let line = this.#inOrderFrom(1); ; ) {
      const late = this.#late[index] ?? 0;
      const isLate = late !== 0 && (line > this.#log.count || this.#isBefore(late, line));
      if (!isLate && line > this.#log.count) return;
      if (isLate) {
        yield late;
        index += 1;
      } else {
        yield line;
        line = this.#inOrderFrom(line + 1);
      }
    }
  }

  /** The line at a position, 0 for none. */
  lineAt(position: Position): number {
    const time = Math.floor(position / RANKS_PER_SECOND);
    const rank = position - time * RANKS_PER_SECOND;
    return this.linesOf(time).find((line) => rankIn(this.#log.word(line, RANK)) === rank) ?? 0;
  }

  /** Second of the last line, 0 where there is none. */
  get lastTime(): number {
    const last = this.#inOrderUpTo(this.#log.count);
    const late = this.#late.at(-1) ?? 0;
    return Math.max(this.#log.word(last, TIME), late === 0 ? 0 : this.#log.word(late, TIME));
  }

  /** Notes lines that were added late, once their positions are written. */
  addLate(lines: readonly number[]): void {
    this.#setLate([...this.#late, ...lines]);
  }

  /**
   * Forgets lines; their ends are equal by now.
   *
   * @param count Lines behind it are free again.
   */
  forget(lines: readonly number[], count: number): void {
    const staying = lines.filter((line) => line <= count);
    const gone = joinRuns(this.#gone, runsOf(Uint32Array.from(staying).sort()));
    this.#gone = gone.flatMap(([first, last]) => (first > count ? [] : [[first, Math.min(last, count)] as const]));
    this.#setLate([...this.#late].filter((line) => line <= count && !isGone(this.#log, line)));
  }

  #setLate(lines: readonly number[]): void {
    const late = new Uint32Array(new SharedArrayBuffer(4 * lines.length));
    late.set(lines);
    late.sort((a, b) => positionOf(this.#log, a) - positionOf(this.#log, b));
    this.#late = late;
    this.#outOfOrder = joinRuns(this.#gone, runsOf(late.toSorted()));
  }

  #isBefore(a: number, b: number): boolean {
    return positionOf(this.#log, a) < positionOf(this.#log, b);
  }

  #firstSince(time: number): number {
    let low = 1;
    let high = this.#log.count + 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#log.word(this.#inOrderUpTo(middle), TIME) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #firstLateSince(time: number): number {
    let low = 0;
    let high = this.#late.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#log.word(this.#late[middle] ?? 0, TIME) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first line from this one on that was written in order. */
  #inOrderFrom(line: number): number {
    return (runAt(this.#outOfOrder, line)?.[1] ?? line - 1) + 1;
  }

  /** The last such line up to this one, 0 for none. */
  #inOrderUpTo(line: number): number {
    return (runAt(this.#outOfOrder, line)?.[0] ?? line + 1) - 1;
  }
}
