import { explainCheck } from '@assay/wording';
import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { CHECK } from '../result-schemas.ts';
import type { Access } from '../service.ts';
import { answer, answering } from '../tool-result.ts';
import { checkId, READ_ONLY } from './inputs.ts';

export function registerExplainResult(server: McpServer, { assay }: Access): void {
  server.registerTool(
    'explain_result',
    {
      title: 'Explain a result',
      description: `Explain a check that was made before: its rating, why, what would change it, how much of the money is covered, shares by category, labels and notes. As of the time of the check, by the sentences of the service. Costs nothing. list_evidence has the transactions behind it.`,
      inputSchema: z.strictObject({ check_id: checkId }),
      outputSchema: fromJsonSchema(CHECK),
      annotations: READ_ONLY,
    },
    ({ check_id: id }, { mcpReq: { signal } }) =>
      answering(async () => {
        const check = await assay.checks.retrieve(id, { signal });
        return answer(check, explainCheck(check, 'explain_result'));
      }),
  );
}
