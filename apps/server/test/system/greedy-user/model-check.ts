import type { Outcome } from './steps.ts';

export interface ModelCheck {
  readonly number: number;
  readonly owner: string;
  readonly what: number;
  readonly createdAt: number;
  /** The holder whose check credit pays; null for a repeat. */
  readonly payer: string | null;
  /** Neither limited by the number of running single checks nor counted for it. */
  readonly isOfBatch: boolean;
  status: 'running' | 'done' | 'failed';
  /** Charged, or reserved while it runs. */
  isCharged: boolean;
  isRated: boolean;
  isRevoked: boolean;
  /** Deleted with its account: it was revoked, so no one else could open it. */
  isGone: boolean;
}

export interface AskedCheck {
  readonly owner: string;
  readonly thenPays?: string | null;
  readonly what: number;
  readonly key: string | null;
  readonly isOfBatch?: boolean;
}

/** How a check ends. `interrupted`: its server is lost, or its account; the owner had no answer. */
export type CheckEnd = Outcome | 'cancelled' | 'interrupted';

/** The outcome of a request: `3 done charged`, or the name of its refusal. */
export type Said = string;

export function sayCheck({ number, status, isCharged }: ModelCheck): Said {
  return status === 'failed' ? `${number} failed` : `${number} ${status} ${isCharged ? 'charged' : 'free'}`;
}
