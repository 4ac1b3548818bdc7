import { validateAddress } from '@assay/address';
import type { NetworkId } from '@assay/domain';
import { partyOf } from '../../accounts/parties.ts';
import { LAST_SECOND } from '../../positions.ts';

/** Why a row was not taken; counted and listed, never fatal. */
export class RowError extends Error {
  override readonly name = 'RowError';
}

type Fields = Readonly<Record<string, unknown>>;

/** A field's text; empty, null, absent and anything with parts are all ''. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A field that is a list in JSON; null where it is none. */
export function listFieldOf(fields: Fields, name: string): readonly unknown[] | null {
  const value = fields[name];
  return Array.isArray(value) ? value : null;
}

export function requiredText(fields: Fields, name: string): string {
  const text = textOf(fields, name);
  if (text === '') throw new RowError(`"${name}" is empty`);
  if (text.includes('\0')) throw new RowError(`"${name}" holds a zero byte`);
  return text;
}

/** A whole number of at most 2^53; null where the field is empty. */
export function optionalInteger(fields: Fields, name: string): number | null {
  const text = textOf(fields, name);
  if (text === '') return null;
  const value = Number(text);
  if (!/^\d+(\.0+)?$/.test(text) || !Number.isSafeInteger(value)) {
    throw new RowError(`"${name}" expected a whole number, got '${text.slice(0, 40)}'`);
  }
  return value;
}

export function requiredInteger(fields: Fields, name: string): number {
  const value = optionalInteger(fields, name);
  if (value === null) throw new RowError(`"${name}" is empty`);
  return value;
}

/** The last place of a list that the database can name. */
const LAST_INDEX = 2 ** 31 - 1;

/** A place in a list: a whole number below 2^31; null where the field is empty. */
export function optionalIndex(fields: Fields, name: string): number | null {
  const value = optionalInteger(fields, name);
  if (value !== null && value > LAST_INDEX) throw new RowError(`"${name}" is ${value}, beyond ${LAST_INDEX}`);
  return value;
}

export function requiredIndex(fields: Fields, name: string): number {
  const value = optionalIndex(fields, name);
  if (value === null) throw new RowError(`"${name}" is empty`);
  return value;
}

const LONGEST_AMOUNT = 78;

/** An amount in base units: a whole number of any size up to 78 decimal digits; null where empty. */
export function optionalAmount(fields: Fields, name: string): bigint | null {
  const text = textOf(fields, name);
  if (text === '') return null;
  if (!/^\d+$/.test(text) || text.length > LONGEST_AMOUNT) {
    throw new RowError(`"${name}" expected a whole number of base units, got '${text.slice(0, 40)}'`);
  }
  return BigInt(text);
}

export function requiredAmount(fields: Fields, name: string): bigint {
  const amount = optionalAmount(fields, name);
  if (amount === null) throw new RowError(`"${name}" is empty`);
  return amount;
}

/** Unix seconds from Unix seconds or an ISO date with time; a time without a zone is UTC. Null where empty. */
export function optionalTime(fields: Fields, name: string): number | null {
  const text = textOf(fields, name);
  if (text === '') return null;
  const seconds = /^\d{1,10}$/.test(text) ? Number(text) : secondsOfDate(text);
  if (seconds === 'no such time') throw new RowError(`"${name}" is '${text}', which no calendar or clock shows`);
  if (Number.isNaN(seconds) || seconds < 0) {
    throw new RowError(`"${name}" expected Unix seconds or YYYY-MM-DDTHH:MM:SSZ, got '${text.slice(0, 40)}'`);
  }
  if (seconds > LAST_SECOND) throw new RowError(`"${name}" is '${text.slice(0, 40)}', beyond the year 2106`);
  return seconds;
}

/** Unix seconds; NaN for a text of another form. */
function secondsOfDate(text: string): number | 'no such time' {
  const iso = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.\d+)?(?:Z| ?UTC|[+-]\d{2}:?\d{2})?$/.exec(text);
  if (iso === null) return Number.NaN;
  const [, day = '', clock = ''] = iso;
  const zone = /[+-]\d{2}:?\d{2}$/.exec(text.slice(19))?.[0] ?? 'Z';
  const milliseconds = Date.parse(`${day}T${clock}${zone}`);
  // Date.parse takes 30 February for 2 March, and 24:00 for the next day.
  const asRead = Date.parse(`${day}T${clock}Z`);
  if (Number.isNaN(milliseconds) || Number.isNaN(asRead)) return 'no such time';
  if (new Date(asRead).toISOString().slice(0, 19) !== `${day}T${clock}`) return 'no such time';
  return Math.floor(milliseconds / 1000);
}

const CACHED_ADDRESSES = 200_000;

/** Turns address texts of one network into the parties the records name; remembers what it saw. */
export class AddressReader {
  readonly #network: NetworkId;
  readonly #seen = new Map<string, string>();

  constructor(network: NetworkId) {
    this.#network = network;
  }

  /** Null when the text is no address of the network. */
  partyOrNull(text: string): string | null {
    try {
      return this.party(text);
    } catch (error) {
      if (error instanceof RowError) return null;
      throw error;
    }
  }

  /** @throws RowError when the text is no address of the network. */
  party(text: string): string {
    const seen = this.#seen.get(text);
    if (seen !== undefined) return seen;
    const party = this.#read(text);
    if (this.#seen.size >= CACHED_ADDRESSES) this.#seen.clear();
    this.#seen.set(text, party);
    return party;
  }

  #read(text: string): string {
    // Before the address is judged: XRP Ledger's special accounts are shorter than an address a person may type.
    const asWritten = partyOf(this.#network, text);
    if (asWritten !== text) return asWritten;
    const verdict = validateAddress(text, this.#network);
    if (!verdict.ok) throw new RowError(`'${text.slice(0, 80)}' is no ${this.#network} address: ${verdict.reason}`);
    return partyOf(this.#network, verdict.canonical);
  }
}
