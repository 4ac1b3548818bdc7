import { explainTransfer } from '@assay/wording';
import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { TRANSFER } from '../result-schemas.ts';
import type { Access } from '../service.ts';
import { answer, answering } from '../tool-result.ts';
import { idempotencyKey, network, reference, SPENDS } from './inputs.ts';
import { endOf } from './wait-for-end.ts';

const DESCRIPTION = `Check one payment of a transaction: where exactly the money of a deposit comes from, or where that of a withdrawal went. One to five stars, of this payment alone and not of the address.
Spends one check credit of the workspace, unless it is free again: the same payment within 24 hours, one that fails, and one that cannot be rated cost nothing. "charged" says what it was.
Name your side: its address, the direction, or both; the direction alone is enough where only one address received or paid. A transaction that failed or is not known is refused with the reason and costs nothing. A deposit that waits for a block is rated with "confirmed": false: another transaction can still take its place. A withdrawal that waits is refused.
One that takes longer is answered as "running"; ask for it again by explain_transfer.`;

const INPUT = z.strictObject({
  transaction: z.string().min(1).max(2048).describe('Id of the transaction, or a link to it in an explorer'),
  asset: z.string().min(1).max(32).describe('Ticker of the asset that it moved, such as BTC or USDT'),
  network,
  address: z
    .string()
    .min(1)
    .max(512)
    .optional()
    .describe('Your side: who received the deposit, or paid the withdrawal'),
  direction: z.enum(['deposit', 'withdrawal']).optional(),
  reference,
  idempotency_key: idempotencyKey,
});

export function registerCheckTransfer(server: McpServer, { assay, scopes }: Access): void {
  server.registerTool(
    'check_transfer',
    {
      title: 'Check a payment of a transaction',
      description: DESCRIPTION,
      inputSchema: INPUT,
      outputSchema: fromJsonSchema(TRANSFER),
      annotations: SPENDS,
    },
    ({ idempotency_key: key, network: on, reference: own, address, direction, ...wanted }, { mcpReq: { signal } }) =>
      answering(async () => {
        const wish = {
          ...{ ...wanted, address: address ?? null, direction: direction ?? null },
          ...(on === undefined ? {} : { network: on }),
          ...(own === undefined ? {} : { reference: own }),
        };
        const made = await assay.transfers.create(wish, {
          signal,
          ...(key === undefined ? {} : { idempotencyKey: key }),
        });
        // Looking at it again needs the other scope.
        const isFollowed = made.status === 'running' && scopes.has('checks:read');
        const found = isFollowed
          ? await endOf(made, (withinMs) => assay.transfers.wait(made.id, { withinMs, signal }))
          : made;
        return answer(found, explainTransfer(found, 'explain_transfer'));
      }),
  );
}
