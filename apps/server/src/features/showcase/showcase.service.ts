import type { ShowcaseCheck } from '@assay/contracts';
import type { ShowcaseExample, ShowcaseLog, ShowcasePorts } from './showcase.ports.ts';
import { presentShowcase } from './showcase.presenter.ts';

export interface ShowcaseService {
  /** What has been checked so far, at once; whatever is missing or out of date is checked in the background. */
  read(): readonly ShowcaseCheck[];
  /** Resolves when nothing is under way any more. Nothing is begun after it. */
  stop(): Promise<void>;
}

/** The installation is looked at this often, in milliseconds, as long as somebody reads. */
const LOOK_EVERY_MS = 10_000;

/**
 * Real checks of the example addresses, each made once for every state of the labels and kept like any other check, so
 * that a restart finds them again.
 */
export function buildShowcaseService(
  ports: ShowcasePorts,
  log: ShowcaseLog,
  nowMs: () => number = Date.now,
): ShowcaseService {
  let shown: readonly { readonly key: string; readonly check: ShowcaseCheck }[] = [];
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | null = null;
  let isStopped = false;

  async function look(): Promise<void> {
    const [examples, version] = await Promise.all([ports.examples(), ports.labelSetVersion()]);
    const keys = examples.map((example) => keyOf(example, version));
    for (const [place, example] of examples.entries()) {
      const key = keys[place];
      if (isStopped || key === undefined || shown.some((entry) => entry.key === key)) continue;
      const check = presentShowcase(example, await ports.check(example, key));
      // An older check of the same address gives way; the order is that of the examples.
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
  const place = ({ check }: Entry) => examples.findIndex((example) => isSameSubject(check, example));
  return entries.toSorted((one, other) => place(one) - place(other));
}
