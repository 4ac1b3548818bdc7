import type { ShowcaseCheck } from '@assay/contracts';
import type { Log } from '../../../platform/kernel/log.ts';
import type { ShowcaseExample, ShowcasePorts } from './showcase.ports.ts';
import { presentShowcase } from './showcase.presenter.ts';

export interface ShowcaseService {
  /** The checks that exist so far, at once; missing or outdated ones are checked in the background. */
  read(): readonly ShowcaseCheck[];
  /** Resolves when no work is running any more. No work begins after it. */
  stop(): Promise<void>;
}

/** Interval of refreshes in milliseconds, as long as there are readers. */
const LOOK_EVERY_MS = 10_000;

/**
 * Real checks of the example addresses, each made once for every state of the labels and stored like any other check,
 * so that they are found again after a restart.
 */
export function buildShowcaseService(
  ports: ShowcasePorts,
  log: Pick<Log, 'warn'>,
  nowMs: () => number = Date.now,
): ShowcaseService {
  let shown: readonly { readonly key: string; readonly check: ShowcaseCheck }[] = [];
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | null = null;
  let isStopped = false;

  async function look(): Promise<void> {
    const [examples, version] = await Promise.all([ports.examples(), ports.labelSetVersion()]);
    const keys = examples.map((example) => keyOf(example, version));
    for (const [index, example] of examples.entries()) {
      const key = keys[index];
      if (isStopped || key === undefined || shown.some((entry) => entry.key === key)) continue;
      const check = presentShowcase(example, await ports.check(example, key));
      // Replaces an older check of the same address; the order is that of the examples.
      const others = shown.filter((entry) => !isSameSubject(entry.check, example));
      shown = inOrder([...others, { key, check }], examples);
    }
    shown = shown.filter((entry) => examples.some((example) => isSameSubject(entry.check, example)));
  }

  return {
    read() {
      if (!isStopped && underWay === null && nowMs() - lookedAtMs >= LOOK_EVERY_MS) {
        lookedAtMs = nowMs();
        underWay = look()
          .catch((error: unknown) => log.warn({ err: error }, 'an example could not be checked'))
          .finally(() => {
            underWay = null;
          });
      }
      return shown.map((entry) => entry.check);
    },
    async stop() {
      isStopped = true;
      await underWay;
    },
  };
}

function keyOf({ ticker, parent, address }: ShowcaseExample, version: string): string {
  return `showcase:${version}:${ticker}:${parent ?? ''}:${address}`;
}

type Subject = Pick<ShowcaseExample, 'ticker' | 'parent' | 'address'>;

/** Addresses may come back in their canonical form, which differs in case at most. */
function isSameSubject(one: Subject, other: Subject): boolean {
  return (
    one.ticker === other.ticker &&
    one.parent === other.parent &&
    one.address.toLowerCase() === other.address.toLowerCase()
  );
}

function inOrder<Entry extends { readonly check: ShowcaseCheck }>(
  entries: readonly Entry[],
  examples: readonly ShowcaseExample[],
): readonly Entry[] {
  const rankOf = ({ check }: Entry) => examples.findIndex((example) => isSameSubject(check, example));
  return entries.toSorted((one, other) => rankOf(one) - rankOf(other));
}
