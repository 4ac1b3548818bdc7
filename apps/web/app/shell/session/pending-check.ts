import type { CheckRequest } from '@assay/contracts';

/** A check that a guest asked for: kept while signing in, and sent along as `cryptoAssetOrder`. */
export type PendingCheck = CheckRequest;

const KEY = 'assay.pending-check';

/** Where a pending check outlives the start of the app (GAP-39). */
const SIGN_IN_PATHS: ReadonlySet<string> = new Set(['/login', '/register', '/success-auth', '/confirm-link']);

export function keepPendingCheck(check: PendingCheck): void {
  sessionStorage.setItem(KEY, JSON.stringify(check));
}

export function pendingCheckText(): string | null {
  return sessionStorage.getItem(KEY);
}

export function dropPendingCheck(): void {
  sessionStorage.removeItem(KEY);
}

/** The check kept; null where there is none, or none that can be read. */
export function readPendingCheck(text: string | null): PendingCheck | null {
  if (text === null) return null;
  const kept = parse(text);
  if (typeof kept !== 'object' || kept === null || !('address' in kept) || !('ticker' in kept)) return null;
  const { address, ticker } = kept;
  if (typeof address !== 'string' || typeof ticker !== 'string') return null;
  return {
    address,
    ticker,
    parent: textOf(kept, 'parent'),
    subticker: textOf(kept, 'subticker'),
    name: textOf(kept, 'name'),
  };
}

/** At the start of the app: anywhere but on the way of signing in, the check is forgotten. */
export function dropPendingCheckElsewhere(pathname: string): void {
  if (!SIGN_IN_PATHS.has(pathname.replace(/(.)\/$/, '$1'))) dropPendingCheck();
}

function textOf(record: object, key: string): string | null {
  const value: unknown = Reflect.get(record, key);
  return typeof value === 'string' ? value : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Somebody else wrote it: as good as nothing.
    return null;
  }
}
