import { Gauge, type Metric } from 'prom-client';
import { databaseTroubleOf, type Pool } from '../../../../platform/db/index.ts';
import { type ListAge, listAges } from '../../labels/lists/list-ages.ts';

/** How old what is stored of each publisher's list is, read from the database when a scraper asks. */
export function labelUpdateMetrics(pool: Pool): readonly Metric[] {
  const age = new Gauge({
    name: 'assay_label_list_age_seconds',
    help: 'Seconds since the stored list of a publisher was last its present one, by set; none where none is stored.',
    labelNames: ['set'],
    registers: [],
    async collect() {
      age.reset();
      for (const { setName, currentAt } of await agesOrNone(pool)) {
        if (currentAt !== null) age.set({ set: setName }, (Date.now() - Date.parse(currentAt)) / 1000);
      }
    },
  });
  return [age];
}

/** A scrape goes on without the database: other metrics say that it is away. */
async function agesOrNone(pool: Pool): Promise<readonly ListAge[]> {
  try {
    return await listAges(pool);
  } catch (error) {
    if (databaseTroubleOf(error) === null) throw error;
    return [];
  }
}
