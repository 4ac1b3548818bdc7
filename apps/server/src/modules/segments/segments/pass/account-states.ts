import { STREAM_KEYS } from '@assay/exposure';
import type { Room } from './append-files.ts';

const KEYS = STREAM_KEYS.length;
/** Bytes before the doubles of an entry. */
const HEAD = 56;

/**
 * What a pass knows of the accounts of one window, in plain arrays that the next window uses again. On its way to the
 * next window of its account a state is an entry of a file: number in that window, which keys are not 0 (two masks of
 * two words), a word of nothing, totals and records, then the doubles that are not 0.
 */
export class AccountStates {
  readonly mixes: Float64Array;
  readonly sums: Float64Array;
  /** Base units received and sent, added up in the order of time. */
  readonly received: Float64Array;
  readonly sent: Float64Array;
  /** Numbers of records from 1 on, 0 for none. */
  readonly firstOut: Float64Array;
  readonly lastIn: Float64Array;

  constructor(accounts: number) {
    this.mixes = new Float64Array(accounts * KEYS);
    this.sums = new Float64Array(accounts * KEYS);
    [this.received, this.sent] = [new Float64Array(accounts), new Float64Array(accounts)];
    [this.firstOut, this.lastIn] = [new Float64Array(accounts), new Float64Array(accounts)];
  }

  clear(accounts: number): void {
    this.mixes.fill(0, 0, accounts * KEYS);
    this.sums.fill(0, 0, accounts * KEYS);
    for (const column of [this.received, this.sent, this.firstOut, this.lastIn]) column.fill(0, 0, accounts);
  }

  /** Appends the state of an account under its number in another window. */
  write(account: number, target: number, roomFor: (bytes: number) => Room): void {
    const start = account * KEYS;
    const [mixed, summed] = [countIn(this.mixes, start), countIn(this.sums, start)];
    const room = roomFor(HEAD + 8 * (mixed + summed));
    const word = room.used / 4;
    const double = room.used / 8;
    room.words[word] = target;
    room.words[word + 5] = 0;
    room.doubles[double + 3] = this.received[account] ?? 0;
    room.doubles[double + 4] = this.sent[account] ?? 0;
    room.doubles[double + 5] = this.firstOut[account] ?? 0;
    room.doubles[double + 6] = this.lastIn[account] ?? 0;
    const after = pack(this.mixes, start, room, word + 1, double + HEAD / 8);
    pack(this.sums, start, room, word + 3, after);
    room.used += HEAD + 8 * (mixed + summed);
  }

  /** Takes the entry at a byte in; returns the byte after it. */
  read(room: Room, at: number): number {
    const word = at / 4;
    const double = at / 8;
    const account = room.words[word] ?? 0;
    const start = account * KEYS;
    this.received[account] = room.doubles[double + 3] ?? 0;
    this.sent[account] = room.doubles[double + 4] ?? 0;
    this.firstOut[account] = room.doubles[double + 5] ?? 0;
    this.lastIn[account] = room.doubles[double + 6] ?? 0;
    const after = unpack(room, word + 1, double + HEAD / 8, this.mixes, start);
    return 8 * unpack(room, word + 3, after, this.sums, start);
  }
}

/** Bytes of the entry at a byte; null where its head is cut off. */
export function stateSize(room: Room, at: number): number | null {
  if (at + HEAD > room.bytes.length) return null;
  const word = at / 4 + 1;
  let doubles = 0;
  for (let mask = 0; mask < 4; mask += 1) doubles += bits(room.words[word + mask] ?? 0);
  return HEAD + 8 * doubles;
}

/** Bytes before the sums of an entry of a result file. */
const RESULT_HEAD = 40;

/** The end of an account's way through a pass. */
export interface PassResult {
  readonly id: number;
  readonly received: number;
  readonly sent: number;
  /** Its own label may have absorbed what came back to it. */
  readonly isInexact: boolean;
  /** By key. */
  readonly sums: Float64Array;
}

/** Appends what a pass found of an account. */
export function writeResult(
  states: AccountStates,
  account: number,
  id: number,
  isInexact: boolean,
  roomFor: (bytes: number) => Room,
): void {
  const start = account * KEYS;
  const summed = countIn(states.sums, start);
  const size = RESULT_HEAD + 8 * summed;
  const room = roomFor(size);
  const word = room.used / 4;
  const double = room.used / 8;
  room.doubles[double] = id;
  room.words[word + 4] = isInexact ? 1 : 0;
  room.words[word + 5] = 0;
  room.doubles[double + 3] = states.received[account] ?? 0;
  room.doubles[double + 4] = states.sent[account] ?? 0;
  pack(states.sums, start, room, word + 2, double + RESULT_HEAD / 8);
  room.used += size;
}

/** Results, each read into the same sums: one is valid until the next is read. */
export function resultReader(): (room: Room, at: number) => PassResult {
  const sums = new Float64Array(KEYS);
  return (room, at) => readResult(room, at, sums);
}

function readResult(room: Room, at: number, sums: Float64Array): PassResult {
  unpack(room, at / 4 + 2, at / 8 + RESULT_HEAD / 8, sums, 0);
  return {
    id: room.doubles[at / 8] ?? 0,
    received: room.doubles[at / 8 + 3] ?? 0,
    sent: room.doubles[at / 8 + 4] ?? 0,
    isInexact: room.words[at / 4 + 4] === 1,
    sums,
  };
}

/** Bytes of the result at a byte; null where its head is cut off. */
export function resultSize(room: Room, at: number): number | null {
  if (at + RESULT_HEAD > room.bytes.length) return null;
  return RESULT_HEAD + 8 * (bits(room.words[at / 4 + 2] ?? 0) + bits(room.words[at / 4 + 3] ?? 0));
}

function countIn(values: Float64Array, start: number): number {
  let count = 0;
  for (let key = 0; key < KEYS; key += 1) if (values[start + key] !== 0) count += 1;
  return count;
}

/** Writes two words of mask and the doubles that are not 0; returns the index after them. */
function pack(values: Float64Array, start: number, room: Room, mask: number, first: number): number {
  let [low, high] = [0, 0];
  let at = first;
  for (let key = 0; key < KEYS; key += 1) {
    const value = values[start + key] ?? 0;
    if (value === 0) continue;
    if (key < 32) low |= 1 << key;
    else high |= 1 << (key - 32);
    room.doubles[at] = value;
    at += 1;
  }
  room.words[mask] = low;
  room.words[mask + 1] = high;
  return at;
}

function unpack(room: Room, mask: number, first: number, values: Float64Array, start: number): number {
  const low = room.words[mask] ?? 0;
  const high = room.words[mask + 1] ?? 0;
  let at = first;
  for (let key = 0; key < KEYS; key += 1) {
    const isSet = key < 32 ? (low >>> key) & 1 : (high >>> (key - 32)) & 1;
    values[start + key] = isSet === 1 ? (room.doubles[at] ?? 0) : 0;
    at += isSet;
  }
  return at;
}

function bits(word: number): number {
  let left = word - ((word >>> 1) & 0x5555_5555);
  left = (left & 0x3333_3333) + ((left >>> 2) & 0x3333_3333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
