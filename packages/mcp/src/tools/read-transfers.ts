import { explainTransfer } from '@assay/wording';
import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { TRANSFER } from '../result-schemas.ts';
import type { Access } from '../service.ts';
import { answer, answering } from '../tool-result.ts';
import { READ_ONLY, transferId } from './inputs.ts';

const LIST_DESCRIPTION =
  'List the checks of payments that keys of the workspace made, the newest first; with reference, those with exactly that reference. Look here before you spend a check on a payment that may have been checked. Costs nothing.';

const INPUT = z.strictObject({
  reference: z.string().min(1).max(200).optional().describe('Only those with exactly this reference'),
  limit: z.int().min(1).max(100).default(20).describe('Most transfers to answer'),
  cursor: z.string().max(200).optional().describe('next_cursor of the page before'),
});

const OUTPUT = z.object({
  transfers: z.array(
    z.object({
      id: z.string(),
      created_at: z.string(),
      mode: z.string(),
      status: z.string(),
      address: z.string(),
      asset: z.string(),
      network: z.string(),
      reference: z.string().nullable(),
      payment: z.object({ transaction_id: z.string(), direction: z.string() }),
      stars: z.number().nullable().describe('1 (very risky) to 5 (safe); null: not rated, or not finished'),
      charged: z.boolean(),
    }),
  ),
  next_cursor: z.string().nullable(),
});

/** Tools that read checks of payments. */
export function registerReadTransfers(server: McpServer, { assay }: Access): void {
  server.registerTool(
    'explain_transfer',
    {
      title: 'Explain the rating of a payment',
      description:
        'Explain a check of a payment that was made before: its rating, why, what would change it, coverage, shares by category, labels and notes. As of the time of the check. Costs nothing.',
      inputSchema: z.strictObject({ transfer_id: transferId }),
      outputSchema: fromJsonSchema(TRANSFER),
      annotations: READ_ONLY,
    },
    ({ transfer_id: id }, { mcpReq: { signal } }) =>
      answering(async () => {
        const transfer = await assay.transfers.retrieve(id, { signal });
        return answer(transfer, explainTransfer(transfer, 'explain_transfer'));
      }),
  );

  server.registerTool(
    'list_transfers',
    {
      title: 'List checks of payments',
      description: LIST_DESCRIPTION,
      inputSchema: INPUT,
      outputSchema: OUTPUT,
      annotations: READ_ONLY,
    },
    ({ reference, limit, cursor }, { mcpReq: { signal } }) =>
      answering(async () => {
        const list = assay.transfers.list({ limit, signal, ...(reference === undefined ? {} : { reference }) });
        const { data, next_cursor } = await list.page(cursor);
        const page = OUTPUT.parse({ transfers: data, next_cursor });
        const lines = page.transfers.map(
          ({ id, created_at, payment, asset, network, address, status, stars }) =>
            `${id}  ${created_at}  ${payment.direction} of ${address}  ${payment.transaction_id}  ${asset} on ${network}  ${status}  ${stars ?? 'no'} stars`,
        );
        return answer(page, lines.length === 0 ? 'No transfers.' : lines.join('\n'));
      }),
  );
}
