import { databaseTroubleOf } from '../db/index.ts';
import { within } from '../kernel/time/timing.ts';

/** How long one reading serves all scrapers, in milliseconds. */
const READING_AGE_MS = 5_000;
/** How long a scrape waits for a reading: less than the ten seconds after which Prometheus gives it up. */
const READ_WITHIN_MS = 4_000;

/**
 * Reads the database for metrics: one reading at a time, since a database that hangs would otherwise get one more with
 * each scrape, and none while the last one is fresh.
 *
 * @param read sets the metrics
 * @returns what every metric of the reading calls when it is collected
 */
export function sharedReading(read: () => Promise<void>, now: () => number): () => Promise<void> {
  let reading: Promise<void> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (reading === null && now() - readAt >= READING_AGE_MS) {
      readAt = now();
      reading = read()
        // A scrape goes on without the database: that it is away shows in what is missing, and in /readyz.
        .catch((error: unknown) => {
          if (databaseTroubleOf(error) === null) throw error;
        })
        .finally(() => {
          reading = null;
        });
    }
    if (reading !== null) await within(READ_WITHIN_MS, reading);
  };
}
