import { withDatabase } from './database.ts';

/** An address without records, that a list of the test labels. */
export interface LabelledForTest {
  readonly address: string;
  readonly entity: string;
}

/** A fresh EVM address with one label of an operator's list, as an import stores it. */
export async function labelAddress(source = 'my-list', category = 'scam'): Promise<LabelledForTest> {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  const labelled = { address: `0x${hex}`, entity: `Shop ${hex.slice(0, 6)}` };
  const set = `journey-${hex.slice(0, 12)}`;
  await withDatabase(async (client) => {
    await client.query(
      `INSERT INTO label_set (name, origin, format, location, content_hash, accepted, rejected)
       VALUES ($1, 'import', 'jsonl', 'journey', $2, 1, 0)`,
      [set, hex.padEnd(64, '0')],
    );
    await client.query(
      `INSERT INTO label (network, address, set_name, source, entity, category, confidence)
       VALUES ('ETH', $1, $2, $3, $4, $5, 90)`,
      [labelled.address, set, source, labelled.entity, category],
    );
  });
  return labelled;
}
