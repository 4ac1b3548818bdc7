import { setTimeout as sleepFor } from 'node:timers/promises';
import { type SourceCall, SourceError, type SourceFault } from '../../sources/sources.ports.ts';

export interface ChainOptions {
  /** When a member has not answered by then, the next is asked too; the first answer counts. */
  readonly hedgeAfterMs: number;
  /** How often the whole chain is tried. */
  readonly rounds: number;
  /** Longest wait between two attempts; a chain that accepts no requests for longer fails at once. */
  readonly longestWaitMs: number;
  /** Rejects when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export const CHAIN_OPTIONS: ChainOptions = {
  hedgeAfterMs: 1_500,
  rounds: 2,
  longestWaitMs: 2_500,
  sleep: (ms, signal) => sleepFor(ms, undefined, { signal }),
};

const SHORTEST_WAIT_MS = 250;

/**
 * The first answer of a chain: its members are asked in order, the next one when the one before failed or is slow.
 * Requests that are still open when an answer arrives are cancelled.
 *
 * @throws SourceError of the member that came closest to an answer; `cancelled` at once when the caller cancelled or
 *   the budget is spent
 */
export async function firstAnswer<Member, Answer>(
  members: readonly Member[],
  call: SourceCall,
  ask: (member: Member, call: SourceCall) => Promise<Answer>,
  options: ChainOptions = CHAIN_OPTIONS,
): Promise<Answer> {
  let askable = members;
  const former: SourceError[] = [];
  for (let round = 1; ; round += 1) {
    const { answer, failures } = await oneRound(askable, call, ask, options);
    if (answer !== null) return answer.value;
    const errors = failures.map(({ error }) => error);
    const [failure] = [...errors, ...former].toSorted((a, b) => usefulness(b.fault) - usefulness(a.fault));
    if (failure === undefined) throw new RangeError('A chain has at least one member');
    askable = failures.filter(({ error }) => isWorthAnother(error.fault, options)).map(({ member }) => member);
    if (round >= options.rounds || askable.length === 0) throw failure;
    former.push(...errors);
    const waitMs = Math.min(...failures.map(({ error }) => waitOf(error.fault)));
    await orCancelled(options.sleep(waitMs, call.signal), call);
  }
}

interface Round<Member, Answer> {
  readonly answer: { readonly value: Answer } | null;
  readonly failures: readonly { readonly member: Member; readonly error: SourceError }[];
}

async function oneRound<Member, Answer>(
  members: readonly Member[],
  call: SourceCall,
  ask: (member: Member, call: SourceCall) => Promise<Answer>,
  options: ChainOptions,
): Promise<Round<Member, Answer>> {
  const over = new AbortController();
  const each: SourceCall = { signal: AbortSignal.any([call.signal, over.signal]), spend: () => call.spend() };
  const failures: { member: Member; error: SourceError }[] = [];
  const running = new Map<Member, Promise<Ended<Member, Answer>>>();
  const waiting = [...members];
  const startNext = (): void => {
    const member = waiting.shift();
    if (member !== undefined) running.set(member, ended(member, ask(member, each)));
  };
  try {
    startNext();
    while (running.size > 0) {
      const first = await Promise.race([
        ...running.values(),
        ...(waiting.length > 0 ? [slow(options, over.signal)] : []),
      ]);
      if (first === 'slow') {
        startNext();
        continue;
      }
      running.delete(first.member);
      if (first.answer !== null) return { answer: first.answer, failures };
      if (first.error.fault.kind === 'cancelled') throw first.error;
      failures.push({ member: first.member, error: first.error });
      if (running.size === 0) startNext();
    }
    return { answer: null, failures };
  } finally {
    over.abort();
  }
}

type Ended<Member, Answer> =
  | { readonly member: Member; readonly answer: { readonly value: Answer } }
  | { readonly member: Member; readonly answer: null; readonly error: SourceError };

async function ended<Member, Answer>(member: Member, asked: Promise<Answer>): Promise<Ended<Member, Answer>> {
  try {
    return { member, answer: { value: await asked } };
  } catch (error) {
    if (error instanceof SourceError) return { member, answer: null, error };
    throw error;
  }
}

async function slow(options: ChainOptions, over: AbortSignal): Promise<'slow'> {
  try {
    await options.sleep(options.hedgeAfterMs, over);
  } catch {
    // The attempt is over; nothing waits for this any more.
  }
  return 'slow';
}

async function orCancelled(waiting: Promise<unknown>, call: SourceCall): Promise<void> {
  try {
    await waiting;
  } catch (error) {
    if (call.signal.aborted) throw new SourceError({ kind: 'cancelled', by: 'signal' });
    throw error;
  }
}

/** One that answered, although nobody can read it, is never hidden behind others that did not. */
function usefulness({ kind }: SourceFault): number {
  return ['not-supported', 'unavailable', 'rate-limited', 'malformed', 'cancelled'].indexOf(kind);
}

function isWorthAnother(fault: SourceFault, { longestWaitMs }: ChainOptions): boolean {
  if (fault.kind === 'rate-limited') return waitOf(fault) <= longestWaitMs;
  return fault.kind === 'unavailable';
}

function waitOf(fault: SourceFault): number {
  const asked = fault.kind === 'rate-limited' ? fault.retryAfterMs : null;
  return Math.max(SHORTEST_WAIT_MS, asked ?? 0);
}
