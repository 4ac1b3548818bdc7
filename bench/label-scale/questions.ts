import { KnownLabels, labelSetState, labelsElsewhere } from '../../apps/server/src/modules/labels/index.ts';
import type { Pool } from '../../apps/server/src/platform/db/index.ts';
import { inSnapshot } from '../../apps/server/src/platform/db/transactions.ts';
import { addressOf } from './addresses.ts';

/** How many addresses a check asks about: batches of a walk, of which few are labelled. */
const BATCHES = 8;
const ADDRESSES = 250;
const LABELLED_OF_BATCH = 5;
/** Prime, so that its multiples meet every number below a store's size once. */
const STEP = 7_919;

export interface LabelQuestions {
  /** Asks what one check asks; returns milliseconds. */
  readonly check: (number: number) => Promise<number>;
  /** Returns when all that the process holds of the labels is there. */
  readonly settle: () => Promise<void>;
}

/**
 * The label questions of one check, as its snapshot asks them: the state of all labels, the address itself, the address
 * on other networks, and the accounts that walks reach.
 *
 * @param labels how many labels of the series `known` are stored
 */
export function labelQuestions(pool: Pool, labels: number): LabelQuestions {
  const known = new KnownLabels({ pool });
  const networkCount = Math.floor(labels / 3);
  /** Tron addresses that are stored: each check asks for others, as long as there are any, in no order of the index. */
  const stored = (at: number): string => addressOf('known', 3 * ((at * STEP) % networkCount));
  return {
    check: async (number) => {
      // Prepared before the clock runs: making addresses is no part of a check.
      const subject = addressOf('subject', 3 * number);
      const batches = Array.from({ length: BATCHES }, (_, batch) =>
        Array.from({ length: ADDRESSES }, (_address, at) => {
          const place = number * BATCHES + batch;
          return at < LABELLED_OF_BATCH
            ? stored(place * LABELLED_OF_BATCH + at)
            : addressOf('unknown', 3 * (place * ADDRESSES + at));
        }),
      );
      const from = performance.now();
      await inSnapshot(pool, async (client) => {
        const { digest } = await labelSetState(client);
        const { labelsOf } = known.at(client, digest, 'USDT');
        await labelsOf('TRX', [subject]);
        await labelsElsewhere(client, 'TRX', subject);
        for (const batch of batches) {
          const found = await labelsOf('TRX', batch);
          const labelled = found.filter((own) => own.length > 0).length;
          if (labelled !== LABELLED_OF_BATCH) throw new Error(`${labelled} addresses of a batch are labelled`);
        }
      });
      return performance.now() - from;
    },
    settle: () => known.settled(),
  };
}
