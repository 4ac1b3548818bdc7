import { explainAttempt } from '@assay/wording';
import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { WITHDRAWAL_ATTEMPT } from '../result-schemas.ts';
import type { Access } from '../service.ts';
import { answer, answering } from '../tool-result.ts';
import { attemptId, idempotencyKey, network, READ_ONLY, reference, SPENDS } from './inputs.ts';

const DESCRIPTION = `Rate a withdrawal before it is paid: the stars of whom it would pay and, with "from", the stars of your wallet before and after. Nothing is sent to any chain.
Spends one check credit for each address that is not free again; what cannot be rated costs nothing. "checks_charged" says how many.`;

const INPUT = z.strictObject({
  address: z.string().min(1).max(512).describe('Whom it would pay. Never a private key or a seed phrase'),
  amount: z.string().min(1).max(64).describe('In whole units of the asset, such as 250.5; more than zero'),
  asset: z.string().min(1).max(32).describe('Ticker of the asset, such as BTC or USDT'),
  network,
  from: z.string().min(1).max(512).optional().describe('Your wallet that would pay'),
  reference,
  idempotency_key: idempotencyKey,
});

export function registerRateWithdrawal(server: McpServer, { assay }: Access): void {
  server.registerTool(
    'rate_withdrawal',
    {
      title: 'Rate a withdrawal before it is paid',
      description: DESCRIPTION,
      inputSchema: INPUT,
      outputSchema: fromJsonSchema(WITHDRAWAL_ATTEMPT),
      annotations: SPENDS,
    },
    ({ idempotency_key: key, network: on, reference: own, from, ...wanted }, { mcpReq: { signal } }) =>
      answering(async () => {
        const wish = {
          ...{ ...wanted, from: from ?? null },
          ...(on === undefined ? {} : { network: on }),
          ...(own === undefined ? {} : { reference: own }),
        };
        const options = { signal, ...(key === undefined ? {} : { idempotencyKey: key }) };
        const made = await assay.withdrawalAttempts.create(wish, options);
        return answer(made, explainAttempt(made));
      }),
  );
}

export function registerExplainWithdrawal(server: McpServer, { assay }: Access): void {
  server.registerTool(
    'explain_withdrawal',
    {
      title: 'Explain a rated withdrawal',
      description: 'What a withdrawal attempt was rated when it was made, and what its checks cost. Costs nothing.',
      inputSchema: z.strictObject({ attempt_id: attemptId }),
      outputSchema: fromJsonSchema(WITHDRAWAL_ATTEMPT),
      annotations: READ_ONLY,
    },
    ({ attempt_id: id }, { mcpReq: { signal } }) =>
      answering(async () => {
        const attempt = await assay.withdrawalAttempts.retrieve(id, { signal });
        return answer(attempt, explainAttempt(attempt));
      }),
  );
}
