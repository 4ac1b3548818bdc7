import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Access } from '../service.ts';
import { answer, answering } from '../tool-result.ts';
import { READ_ONLY } from './inputs.ts';

const DESCRIPTION =
  'List the checks that keys of the workspace made, the newest first; with reference, those with exactly that reference. Look here before you spend a check on an address that may have been checked. Costs nothing.';

const INPUT = z.strictObject({
  reference: z.string().min(1).max(200).optional().describe('Only checks with exactly this reference'),
  limit: z.int().min(1).max(100).default(20).describe('Most checks to answer'),
  cursor: z.string().max(200).optional().describe('next_cursor of the page before'),
});

const OUTPUT = z.object({
  checks: z.array(
    z.object({
      id: z.string(),
      created_at: z.string(),
      mode: z.string(),
      status: z.string(),
      address: z.string(),
      asset: z.string(),
      network: z.string(),
      reference: z.string().nullable(),
      stars: z.number().nullable().describe('1 (very risky) to 5 (safe); null: not rated, or not finished'),
      verdict: z.string().nullable(),
      charged: z.boolean(),
    }),
  ),
  next_cursor: z.string().nullable(),
});

export function registerListChecks(server: McpServer, { assay }: Access): void {
  server.registerTool(
    'list_checks',
    {
      title: 'List checks',
      description: DESCRIPTION,
      inputSchema: INPUT,
      outputSchema: OUTPUT,
      annotations: READ_ONLY,
    },
    ({ reference, limit, cursor }, { mcpReq: { signal } }) =>
      answering(async () => {
        const list = assay.checks.list({ limit, signal, ...(reference === undefined ? {} : { reference }) });
        const { data, next_cursor } = await list.page(cursor);
        const page = OUTPUT.parse({ checks: data, next_cursor });
        const lines = page.checks.map(
          (one) =>
            `${one.id}  ${one.created_at}  ${one.asset} on ${one.network}  ${one.address}  ${one.status}  ${one.stars ?? 'no'} stars`,
        );
        return answer(page, lines.length === 0 ? 'No checks.' : lines.join('\n'));
      }),
  );
}
