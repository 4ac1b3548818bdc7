import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Access } from '../service.ts';
import { answer, answering } from '../tool-result.ts';
import { READ_ONLY } from './inputs.ts';

const DESCRIPTION =
  'List what can be checked: assets with their networks, and whether their money is followed here. Where "is_followed" is false, only the form of an address is judged and a check is never rated. Costs nothing.';

const INPUT = z.strictObject({
  asset: z.string().min(1).max(32).optional().describe('Only this ticker, such as USDT'),
  followed_only: z.boolean().default(false).describe('Only assets whose money is followed'),
});

const OUTPUT = z.object({
  assets: z.array(z.object({ asset: z.string(), network: z.string(), name: z.string(), is_followed: z.boolean() })),
});

export function registerListAssets(server: McpServer, { assay }: Access): void {
  server.registerTool(
    'list_assets',
    {
      title: 'List assets',
      description: DESCRIPTION,
      inputSchema: INPUT,
      outputSchema: OUTPUT,
      annotations: READ_ONLY,
    },
    ({ asset, followed_only: isFollowedOnly }, { mcpReq: { signal } }) =>
      answering(async () => {
        const all = await assay.assets({ signal });
        const listed = all.filter(
          (one) => (asset === undefined || one.asset === asset.toUpperCase()) && (!isFollowedOnly || one.is_followed),
        );
        const assets = OUTPUT.parse({ assets: listed });
        const lines = assets.assets.map(
          (one) => `${one.asset} on ${one.network}: ${one.is_followed ? 'followed' : 'not followed, never rated'}`,
        );
        return answer(assets, lines.length === 0 ? 'Nothing is listed by that name.' : lines.join('\n'));
      }),
  );
}
