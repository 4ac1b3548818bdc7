import { explainCheck } from '@assay/wording';
import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { NewCheck } from '../../../client/src/index.ts';
import { CHECK } from '../result-schemas.ts';
import type { Access } from '../service.ts';
import { answer, answering } from '../tool-result.ts';
import { idempotencyKey, network, SPENDS } from './inputs.ts';
import { endOf } from './wait-for-end.ts';

const DESCRIPTION = `Check a wallet address: one to five stars with the evidence behind them, as of now.
Spends one check credit of the workspace, unless it is free again: the same address and asset within 24 hours, a check that fails, and one that cannot be rated cost nothing. "charged" says what it was.
Covers what list_assets marks as followed; of others only the form of the address is judged and the result is not rated. Not rated (N/A, "stars": null) means that too little is known, not that the address is safe. A rating rests on published labels and the records the service holds; it does not prove who controls the address.
A check that takes longer is answered as "running"; ask for it again by explain_result, not by a new check.`;

const INPUT = z.strictObject({
  address: z.string().min(1).max(512).describe('The wallet address. Never a private key or a seed phrase'),
  asset: z.string().min(1).max(32).describe('Ticker of the asset, such as BTC or USDT'),
  network,
  reference: z.string().min(1).max(200).optional().describe('Your own id for it; list_checks finds it again'),
  idempotency_key: idempotencyKey,
});

export function registerCheckAddress(server: McpServer, { assay, scopes }: Access): void {
  server.registerTool(
    'check_address',
    {
      title: 'Check an address',
      description: DESCRIPTION,
      inputSchema: INPUT,
      outputSchema: fromJsonSchema(CHECK),
      annotations: SPENDS,
    },
    ({ idempotency_key: key, address, asset, network: on, reference }, { mcpReq: { signal } }) =>
      answering(async () => {
        const wish: NewCheck = {
          address,
          asset,
          ...(on === undefined ? {} : { network: on }),
          ...(reference === undefined ? {} : { reference }),
        };
        const made = await assay.checks.create(wish, {
          signal,
          ...(key === undefined ? {} : { idempotencyKey: key }),
        });
        // Looking at it again needs the other scope.
        const isFollowed = made.status === 'running' && scopes.has('checks:read');
        const check = isFollowed
          ? await endOf(made, (withinMs) => assay.checks.wait(made.id, { withinMs, signal }))
          : made;
        return answer(check, explainCheck(check, 'explain_result'));
      }),
  );
}
