import {
  BotHistory,
  CachedBotResults,
  ReadBotCheck,
  ReadBotReport,
  RunBotCheck,
  ShareBotCheck,
  UnshareBotCheck,
} from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { failures } from '../../../platform/http/failures.ts';
import { refuseSecretAsAddress } from '../../../platform/kernel/pasted-secrets.ts';
import { attachmentOf } from '../../reports/reports/index.ts';
import type { BotChecksService } from './bot-checks.service.ts';

export interface BotCheckRoutesOptions {
  readonly bot: { readonly checks: BotChecksService };
  readonly productName: string;
}

/** Routes for checks from a chat and their results. Protected by the guard of `botRoutes`. */
export const botCheckRoutes: FastifyPluginAsyncZod<BotCheckRoutesOptions> = async (app, options) => {
  const { checks } = options.bot;

  app.post(
    RunBotCheck.path,
    {
      schema: {
        summary: 'Check an address for a Telegram user',
        description: 'Answers within 15 s: 200 with the result, or 202 while it runs.',
        tags: ['bot'],
        params: RunBotCheck.params,
        headers: RunBotCheck.headers,
        body: RunBotCheck.body,
        response: { ...RunBotCheck.answers, ...failures(RunBotCheck.errors) },
      },
    },
    async ({ params, body, headers }, reply) => {
      const data = await checks.check(params.user_id, body, headers['idempotency-key']);
      return reply.code(data.status === 'running' ? 202 : 200).send({ data });
    },
  );

  app.get(
    ReadBotCheck.path,
    {
      schema: {
        summary: 'Read a check for a Telegram user',
        tags: ['bot'],
        params: ReadBotCheck.params,
        response: { ...ReadBotCheck.answers, ...failures(ReadBotCheck.errors) },
      },
    },
    async ({ params }) => ({ data: await checks.read(params.user_id, params.sub_id) }),
  );

  app.get(
    ReadBotReport.path,
    {
      schema: {
        summary: 'The signed report of a check, for a Telegram user',
        tags: ['bot'],
        params: ReadBotReport.params,
        response: failures(ReadBotReport.errors),
      },
    },
    async ({ params }, reply) => {
      const { bytes } = await checks.report(params.user_id, params.sub_id);
      reply.header('content-disposition', attachmentOf(options.productName, params.sub_id.toLowerCase()));
      return reply.type(ReadBotReport.contentType).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    },
  );

  app.put(
    ShareBotCheck.path,
    {
      schema: {
        summary: 'The link that opens a result',
        description: 'Undoes a revocation where the caller owns the check.',
        tags: ['bot'],
        params: ShareBotCheck.params,
        response: { ...ShareBotCheck.answers, ...failures(ShareBotCheck.errors) },
      },
    },
    async ({ params }) => ({ data: await checks.share(params.user_id, params.sub_id) }),
  );

  app.delete(
    UnshareBotCheck.path,
    {
      schema: {
        summary: 'Revoke a shared result from a chat',
        tags: ['bot'],
        params: UnshareBotCheck.params,
        response: { ...UnshareBotCheck.answers, ...failures(UnshareBotCheck.errors) },
      },
    },
    async ({ params }) => ({ data: await checks.unshare(params.user_id, params.sub_id) }),
  );

  app.get(
    CachedBotResults.path,
    {
      schema: {
        summary: 'Results that are there already, for inline mode',
        tags: ['bot'],
        params: CachedBotResults.params,
        querystring: CachedBotResults.query,
        response: { ...CachedBotResults.answers, ...failures(CachedBotResults.errors) },
      },
    },
    async ({ params, query }) => {
      refuseSecretAsAddress(query.address);
      return { data: { results: [...(await checks.cached(params.user_id, query.address))] } };
    },
  );

  app.get(
    BotHistory.path,
    {
      schema: {
        summary: 'A page of the checks of a chat',
        tags: ['bot'],
        params: BotHistory.params,
        querystring: BotHistory.query,
        response: { ...BotHistory.answers, ...failures(BotHistory.errors) },
      },
    },
    async ({ params, query }) => ({ data: await checks.history(params.user_id, query) }),
  );
};
