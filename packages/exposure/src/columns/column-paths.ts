import type { Direction } from '../records/record.ts';
import type { EvidencePath, PathStep } from '../walk/exposure.ts';
import type { ColumnPath } from './column-rows.ts';
import type { ColumnScratch } from './column-scratch.ts';
import * as layout from './state-layout.ts';

/** Steps, and of them new ones, that are found before they are written: memory is asked for many addresses at once. */
const FOUND_AHEAD = 512;
const STEPS_AHEAD = 64;

/** Writes the steps over some records, in their order. */
export type StepsOf = (records: readonly number[]) => readonly PathStep[];

type PathsOfRow = Pick<{ readonly paths: readonly ColumnPath[] }, 'paths'>;

/**
 * Writes the paths of a walk, their steps in the order money moved. Many paths share steps, and each is written once. The
 * steps of several rows are found first and written together.
 */
export class ColumnPaths {
  readonly #stepsOf: StepsOf;
  readonly #direction: Direction;
  readonly #scratch: ColumnScratch;
  readonly #rows: readonly PathsOfRow[];
  /** Rows whose steps are written. */
  #ready = 0;
  readonly #steps: PathStep[] = [];
  /** Records whose steps come next. */
  #unwritten: number[] = [];
  /** Where the indexes of the next path's steps go, among those of the scratch memory. */
  #end = 0;

  /** @param rows in the order in which `write` is called for them */
  constructor(stepsOf: StepsOf, direction: Direction, scratch: ColumnScratch, rows: readonly PathsOfRow[]) {
    this.#stepsOf = stepsOf;
    this.#direction = direction;
    this.#scratch = scratch;
    this.#rows = rows;
  }

  /** The paths of the next row that has some. */
  write(paths: readonly ColumnPath[]): EvidencePath[] {
    const written: EvidencePath[] = [];
    for (const path of paths) {
      if (path.length === 0) this.#prepare();
      written.push(this.#pathOf(path));
    }
    return written;
  }

  /** Finds and writes the steps of the next rows. */
  #prepare(): void {
    this.#end = 0;
    for (; this.#ready < this.#rows.length; this.#ready += 1) {
      if (this.#end >= FOUND_AHEAD || this.#unwritten.length >= STEPS_AHEAD) break;
      for (const path of this.#rows[this.#ready]?.paths ?? []) this.#findSteps(path);
    }
    this.#writeSteps();
  }

  #pathOf({ first, length, best }: ColumnPath): EvidencePath {
    const indexes = this.#scratch.indexes;
    const steps: PathStep[] = [];
    for (let index = 0; index < length; index += 1) {
      const from = this.#direction === 'fwd' ? first + length - 1 - index : first + index;
      const step = this.#steps[indexes[from] ?? 0];
      if (step !== undefined) steps.push(step);
    }
    return { steps, hops: length, share: best };
  }

  #findSteps(path: ColumnPath): void {
    path.first = this.#end;
    if (path.records === null) {
      const { stateWords: words } = this.#scratch;
      this.#findStep(path.record);
      for (let from = path.state; from !== 0; ) {
        const word = (from - 1) * layout.STATE_WORDS;
        this.#findStep(words[word + layout.VIA_RECORD] ?? 0);
        from = words[word + layout.VIA_STATE] ?? 0;
      }
    } else {
      for (const record of path.records) this.#findStep(record);
    }
    path.length = this.#end - path.first;
  }

  /** Numbers the step of a record, which may be yet to be written. */
  #findStep(record: number): void {
    const scratch = this.#scratch;
    const next = this.#steps.length + this.#unwritten.length;
    const known = scratch.steps.claim(record, next);
    if (known < 0) this.#unwritten.push(record);
    if (this.#end === scratch.indexes.length) scratch.growIndexes();
    scratch.indexes[this.#end] = known < 0 ? next : known;
    this.#end += 1;
  }

  #writeSteps(): void {
    if (this.#unwritten.length === 0) return;
    for (const step of this.#stepsOf(this.#unwritten)) this.#steps.push(step);
    this.#unwritten = [];
  }
}
