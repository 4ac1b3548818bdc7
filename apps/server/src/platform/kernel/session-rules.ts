import { AppError } from './app-error.ts';
import { isWithin } from './network/address-ranges.ts';

/** What a company asks of the sessions that work in it, in addition to what the server asks of all. */
export interface SessionRules {
  /** Null: the server's. */
  readonly idleMinutes: number | null;
  readonly lifeMinutes: number | null;
  /** CIDR; empty: every address. */
  readonly ranges: readonly string[];
}

/** How a session was used until now. */
export interface SessionUse {
  /** Since the sign-in. */
  readonly ageMs: number;
  /** The longest time without use since the sign-in, or since a factor was last given; up to now. */
  readonly idleMs: number;
}

/** Why a workspace refuses a session: it asks for a newer login, or for another network address. */
export type WorkspaceRefusal = 'sign_in' | 'address';

const MINUTE_MS = 60_000;

/** Null where the session may work in the workspace from this address. */
export function refusalBy(rules: SessionRules, { ageMs, idleMs }: SessionUse, ip: string): WorkspaceRefusal | null {
  if (rules.ranges.length > 0 && !isWithin(rules.ranges, ip)) return 'address';
  const isOver = (minutes: number | null, ms: number) => minutes !== null && ms > minutes * MINUTE_MS;
  return isOver(rules.lifeMinutes, ageMs) || isOver(rules.idleMinutes, idleMs) ? 'sign_in' : null;
}

/** The same rules for who may come from every address. */
export function withoutRanges(rules: SessionRules): SessionRules {
  return { ...rules, ranges: [] };
}

export function refusedBy(refusal: WorkspaceRefusal): AppError {
  return new AppError(refusal === 'address' ? 'AddressRefused' : 'NewerSignInRequired');
}
