import { Gauge, type Metric } from 'prom-client';
import { databaseTroubleOf, type Pool } from '../../db/index.ts';
import { type LabelUpdateState, listLabelUpdates } from '../../features/labels/index.ts';

/** How old the last good fetch of each publisher's list is, read from the database when a scraper asks. */
export function labelUpdateMetrics(pool: Pool): readonly Metric[] {
  const age = new Gauge({
    name: 'assay_label_list_age_seconds',
    help: 'Seconds since a publisher’s list was last fetched and read, by set; none before the first fetch.',
    labelNames: ['set'],
    registers: [],
    async collect() {
      age.reset();
      for (const { setName, succeededAt } of await updatesOrNone(pool)) {
        if (succeededAt !== null) age.set({ set: setName }, (Date.now() - Date.parse(succeededAt)) / 1000);
      }
    },
  });
  return [age];
}

/** A scrape goes on without the database: other metrics say that it is away. */
async function updatesOrNone(pool: Pool): Promise<readonly LabelUpdateState[]> {
  try {
    return await listLabelUpdates(pool);
  } catch (error) {
    if (databaseTroubleOf(error) === null) throw error;
    return [];
  }
}
