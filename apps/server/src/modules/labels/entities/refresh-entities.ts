import type { Pool } from '../../../platform/db/index.ts';
import { inTransaction } from '../../../platform/db/transactions.ts';
import { givenLabelVersion } from '../labels/known/labels.store.ts';
import { catalogueVersion, lockCatalogue, replaceEntities, stageFacts, stageNames } from './entity-catalogue.store.ts';
import { type EntityFacts, readEntityFacts } from './entity-facts.ts';

/** Computes the catalogue of entities from the given labels; does nothing where it is already that of these labels. */
export async function refreshEntities(
  pool: Pool,
  signal: AbortSignal,
  facts: Promise<EntityFacts> = readEntityFacts(),
): Promise<void> {
  const known = await facts;
  await inTransaction(pool, async (client) => {
    await lockCatalogue(client);
    // Read first: labels that change during the computation have another version, so it is done again.
    const version = `${await givenLabelVersion(client)} ${known.digest}`;
    if ((await catalogueVersion(client)) === version) return;
    await stageNames(client, known, signal);
    await stageFacts(client, known);
    await replaceEntities(client, version);
  });
}
