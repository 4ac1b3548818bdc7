import { formatShare } from '@assay/wording';
import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Check } from '../../../client/src/index.ts';
import { EVIDENCE } from '../result-schemas.ts';
import type { Access } from '../service.ts';
import { answer, answering, ToolError } from '../tool-result.ts';
import { checkId, READ_ONLY } from './inputs.ts';

type Evidence = NonNullable<Check['evidence']>;

const DIRECTIONS = ['incoming', 'outgoing'] as const satisfies readonly (keyof Evidence)[];

const DESCRIPTION =
  'List the evidence behind a check: for each direction the entities that money came from or went to, with share, amount, hops, the labels that name them (with their sources and dates), and sample paths of transactions. Sample paths are examples, not every transaction; a share without a row is of unknown origin or was not followed. Costs nothing.';

const INPUT = z.strictObject({
  check_id: checkId,
  direction: z.enum(DIRECTIONS).optional().describe('Only money that came in, or only money that went out'),
});

export function registerListEvidence(server: McpServer, { assay }: Access): void {
  server.registerTool(
    'list_evidence',
    {
      title: 'List evidence',
      description: DESCRIPTION,
      inputSchema: INPUT,
      outputSchema: fromJsonSchema(EVIDENCE),
      annotations: READ_ONLY,
    },
    ({ check_id: id, direction }, { mcpReq: { signal } }) =>
      answering(async () => {
        const { evidence, status } = await assay.checks.retrieve(id, { expand: ['evidence'], signal });
        if (evidence === null || evidence === undefined) {
          throw new ToolError('no_evidence', `Check ${id} is ${status} and has no evidence; explain_result says why.`);
        }
        const wanted = DIRECTIONS.filter((one) => direction === undefined || one === direction);
        const parts = Object.fromEntries(wanted.map((one) => [one, evidence[one]]));
        return answer({ check_id: id, ...parts }, wanted.flatMap((one) => linesOf(one, evidence[one])).join('\n'));
      }),
  );
}

function linesOf(direction: string, { records, rows }: Evidence['incoming']): readonly string[] {
  return [
    `${direction}: ${records} transfers`,
    ...rows.map(
      (row) =>
        `- ${formatShare(row.share)} ${row.title}: ${row.entity}, ${row.layer}, at ${row.hops} hops; sources: ${[...new Set(row.labels.map(({ source }) => source))].join(', ') || 'the records'}`,
    ),
  ];
}
