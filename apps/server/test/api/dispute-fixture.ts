import type { Pool } from '../../src/platform/db/index.ts';
import type { Answer, Visitor } from '../support/auth-app.ts';

/** A public fact: an address of the OFAC SDN list. */
export const DISPUTED = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';
export const DISPUTED_LABEL = { source: 'my-list', entity: 'Shop', category: 'scam' } as const;
export const OTHER_LABEL = { source: 'my-list', entity: 'Other shop', category: 'mixer' } as const;
export const LISTING = { source: 'ofac-sdn', entity: 'Lazarus Group', category: 'sanctions' } as const;
export const DISPUTE_ADMIN = 'admin@assay.dev';

/** Stores these labels of {@link DISPUTED} on Ethereum, as one imported list. */
export async function storeLabels(
  pool: Pool,
  labels: readonly { source: string; entity: string; category: string }[] = [DISPUTED_LABEL, OTHER_LABEL, LISTING],
): Promise<void> {
  await pool.query('DELETE FROM label_set');
  await pool.query(
    `INSERT INTO label_set (name, origin, format, location, content_hash, accepted, rejected)
     VALUES ('list', 'import', 'jsonl', 'test', repeat('a', 64), $1, 0)`,
    [labels.length],
  );
  for (const { source, entity, category } of labels) {
    await pool.query(
      `INSERT INTO label (network, address, set_name, source, entity, category, confidence)
       VALUES ('ETH', $1, 'list', $2, $3, $4, 80)`,
      [DISPUTED, source, entity, category],
    );
  }
}

export const disputeOf = (more: object = {}) => ({
  network: 'ETH',
  address: DISPUTED,
  labels: [DISPUTED_LABEL],
  ground: 'wrong_owner',
  statement: 'This is the hot wallet of our shop, and has been since 2021.',
  email: 'office@shop.example',
  ...more,
});

export const serviceDisputeOf = (more: object = {}) => ({
  service: 'bybit',
  ground: 'wrong_days',
  statement: 'The rule began a week later, linked here is the notice of the exchange.',
  email: 'office@firm.example',
  ...more,
});

/** Files a dispute and returns its number and key. */
export async function fileDispute(who: Visitor, more: object = {}): Promise<{ id: number; key: string }> {
  const answer = await who.post('/api/disputes', disputeOf(more));
  if (answer.status !== 200) throw new Error(`Not filed: ${answer.text}`);
  return answer.data as { id: number; key: string };
}

export function decide(admin: Visitor, id: number, withdraw: readonly number[]): Promise<Answer> {
  return admin.post(`/api/disputes/admin/${id}/decision`, {
    withdraw,
    reason: 'The shop published the address before the list did.',
  });
}

/** Counts of one household are over quickly: each test asks from a network of its own. */
export const fromNetwork = (number: number) => ({ 'x-forwarded-for': `198.51.${number}.7` });
