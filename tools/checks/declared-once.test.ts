import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { declaredIn, type Shared } from './declared-once.ts';

/** What every module shares, by the file that declares it. */
const DECLARED: Readonly<Record<Shared, string>> = {
  Clock: 'apps/server/src/platform/kernel/time/clock.ts',
  SYSTEM_CLOCK: 'apps/server/src/platform/kernel/time/clock.ts',
  Log: 'apps/server/src/platform/kernel/log.ts',
  Transaction: 'apps/server/src/platform/db/transactions.ts',
};

describe('Clock, Log, Transaction and SYSTEM_CLOCK', () => {
  it('are declared once, by the platform', () => {
    const files = globSync('apps/server/{src,test}/**/*.ts', { exclude: ['**/*.test.ts'] });
    const found = files.flatMap((file) =>
      [...declaredIn(readFileSync(file, 'utf8'))].map((what) => `${file}: ${what}`),
    );
    expect(found.toSorted()).toEqual(
      Object.entries(DECLARED)
        .map(([what, file]) => `${file}: ${what}`)
        .toSorted(),
    );
  });

  it.each<[Shared, string]>([
    ['Clock', 'export interface Clock {\n  now(): Date;\n}'],
    ['Clock', 'interface WallTime {\n  readonly zone: string;\n  readonly now: () => Date;\n}'],
    ['Clock', 'type Hours = {\n  current(\n  ): Date;\n};'],
    ['Clock', 'interface Parts { readonly clock: { now(): Date } }'],
    ['Clock', 'function open(now: () => Date = () => new Date()) {}'],
    ['Log', 'interface PaymentsLog {\n  warn(facts: object, message: string): void;\n}'],
    ['Log', 'type Lines = { readonly error: (facts: object, message: string) => void };'],
    ['Log', 'function open(log: { info(message: string): void }) {}'],
    ['Transaction', 'type Transaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>;'],
    ['Transaction', 'interface Parts { readonly run: <R>(ask: (client: PoolClient) => Promise<R>) => Promise<R> }'],
    ['Transaction', 'interface Parts { within<T>(ms: number, step: (tx: Db) => Promise<T>): Promise<T> }'],
    ['Transaction', 'const run = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(pool, work);'],
    ['SYSTEM_CLOCK', 'const clock = { now: () => new Date() };'],
    ['SYSTEM_CLOCK', 'open({ now() { return new Date(); } });'],
  ])('would be found elsewhere: %s in %s', (what, text) => {
    expect([...declaredIn(text)]).toContain(what);
  });

  it.each([
    "import { type Clock, SYSTEM_CLOCK } from './clock.ts'; interface Parts { readonly clock: Clock }",
    'interface AppliedLog { readonly erased: number; readonly error: string }',
    'const fixed = { now: () => new Date(2026, 0) }; suspend({ now: new Date() });',
    'interface Parts { readonly onError: (error: Error) => void; readonly at: Date; parse(text: string): Date }',
    'interface Parts { readonly log: Pick<Log, "warn">; readonly inTurn: <T>(work: () => Promise<T>) => Promise<T> }',
    'interface Store { read(db: Db): Promise<number>; each(work: (db: Db) => Promise<void>): Promise<number> }',
  ])('are not what else looks like them: %s', (text) => {
    expect([...declaredIn(text)]).toEqual([]);
  });
});
