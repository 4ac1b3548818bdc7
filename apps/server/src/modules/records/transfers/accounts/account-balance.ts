import { type Balance, type RawTransfer, receive, spend } from '@assay/exposure';
import { roleOf } from './parties.ts';

/** An account as appending keeps it: its running balance and its counters. */
export interface AccountState {
  readonly id: number;
  readonly address: string;
  readonly role: 'account' | 'fee' | 'issuer';
  opening: bigint;
  /** Somebody said what it held before its first record. */
  isOpeningKnown: boolean;
  short: boolean;
  balance: bigint;
  lastPosition: number;
  inflows: number;
  outflows: number;
  received: bigint;
  sent: bigint;
  firstTime: number | null;
  lastTime: number | null;
}

/** An account nothing is known of yet. */
export function newAccount(id: number, address: string): AccountState {
  return {
    id,
    address,
    role: roleOf(address),
    opening: 0n,
    isOpeningKnown: false,
    short: false,
    balance: 0n,
    lastPosition: -1,
    inflows: 0,
    outflows: 0,
    received: 0n,
    sent: 0n,
    firstTime: null,
    lastTime: null,
  };
}

export type Moved = Pick<RawTransfer, 'amount' | 'time'>;

/** Counts an inflow and moves the balance on; returns a_e. A sink keeps no balance. */
export function recordInflow(account: AccountState, record: Moved, position: number): number {
  account.inflows += 1;
  account.received += record.amount;
  touch(account, record.time);
  if (account.role !== 'account') return 1;
  const step = receive(account.balance, record.amount);
  settle(account, step.after, position);
  return step.inflowShare;
}

/** Counts an outflow and moves the balance on; returns kappa_e and phi_e. */
export function recordOutflow(
  account: AccountState,
  record: Moved,
  position: number,
): { readonly covered: number; readonly outflowShare: number } {
  account.outflows += 1;
  account.sent += record.amount;
  touch(account, record.time);
  if (account.role !== 'account') return { covered: 1, outflowShare: 1 };
  const step = spend(account.balance, record.amount);
  if (step.covered < 1) account.short = true;
  settle(account, step.after, position);
  return { covered: step.covered, outflowShare: step.outflowShare };
}

function settle(account: AccountState, balance: Balance, position: number): void {
  account.balance = balance;
  account.lastPosition = position;
}

function touch(account: AccountState, time: number): void {
  account.firstTime = account.firstTime === null ? time : Math.min(account.firstTime, time);
  account.lastTime = account.lastTime === null ? time : Math.max(account.lastTime, time);
}

/** Sinks are never re-derived: their counters go back by what is taken out. */
export function uncountSinks(from: AccountState, to: AccountState, record: Moved): void {
  if (from.role !== 'account') {
    from.outflows -= 1;
    from.sent -= record.amount;
  }
  if (to.role !== 'account') {
    to.inflows -= 1;
    to.received -= record.amount;
  }
}
