import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Access } from '../service.ts';
import { answer, answering } from '../tool-result.ts';
import { READ_ONLY } from './inputs.ts';

const OUTPUT = z.object({
  mode: z.string().describe('live, or test: then nothing is spent and no result is about a real address'),
  checks_left: z.number().nullable().describe('Check credits of the workspace; null for a test key'),
  key: z.object({
    name: z.string(),
    scopes: z.array(z.string()),
    month: z.string(),
    spent: z.number(),
    monthly_limit: z.number().nullable(),
  }),
});

export function registerShowUsage(server: McpServer, { assay }: Access): void {
  server.registerTool(
    'show_usage',
    {
      title: 'Show usage',
      description:
        'Show how many check credits the workspace has left, what this key may do, and what it has spent this month of its limit. Costs nothing.',
      inputSchema: z.strictObject({}),
      outputSchema: OUTPUT,
      annotations: READ_ONLY,
    },
    (_input, { mcpReq: { signal } }) =>
      answering(async () => {
        const usage = OUTPUT.parse(await assay.usage({ signal }));
        const { mode, checks_left: left, key } = usage;
        const limit = key.monthly_limit === null ? '' : ` of ${key.monthly_limit}`;
        return answer(
          usage,
          `${mode === 'test' ? 'Test key: it spends nothing.' : `${left} check credits left.`} Key '${key.name}' may: ${key.scopes.join(', ')}. Spent in ${key.month}: ${key.spent}${limit}.`,
        );
      }),
  );
}
