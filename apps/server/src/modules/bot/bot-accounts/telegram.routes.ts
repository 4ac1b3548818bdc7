import { ChooseTelegramWorkspace, MakeJoinLink, PartTelegram, ReadTelegram } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf, requireCaller } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { requireStepUpWithFactor } from '../../../platform/http/step-up.ts';
import type { JoiningService } from './joining.service.ts';

export interface TelegramRoutesOptions {
  readonly joining: JoiningService;
  readonly readsPerMinute: number;
  readonly joinLinksPerMinute: number;
}

/** Routes of the signed-in site for the Telegram chat of the user's own account. */
export const telegramRoutes: FastifyPluginAsyncZod<TelegramRoutesOptions> = async (app, options) => {
  const { joining } = options;
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  const change = { config: { rateLimit: { max: options.joinLinksPerMinute } }, preParsing: requireCaller };

  app.get(
    ReadTelegram.path,
    {
      schema: {
        summary: 'Which Telegram account is joined to one’s own',
        tags: ['account'],
        response: { ...ReadTelegram.answers, ...failures(ReadTelegram.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
      preParsing: requireCaller,
    },
    async (request) => ({ data: await joining.state(callerOf(request).sub) }),
  );

  app.post(
    MakeJoinLink.path,
    {
      schema: {
        summary: 'Make a link that joins a Telegram account',
        tags: ['account'],
        response: { ...MakeJoinLink.answers, ...failures(MakeJoinLink.errors) },
      },
      ...change,
      // The joined chat uses the account without signing in.
      preParsing: [requireCaller, requireStepUpWithFactor],
    },
    async (request) => ({ data: await joining.makeLink(callerOf(request).sub) }),
  );

  app.put(
    ChooseTelegramWorkspace.path,
    {
      schema: {
        summary: 'Choose the workspace that one’s Telegram account checks in',
        tags: ['account'],
        body: ChooseTelegramWorkspace.body,
        response: { ...ChooseTelegramWorkspace.answers, ...failures(ChooseTelegramWorkspace.errors) },
      },
      ...change,
    },
    async (request) => ({
      data: await joining.chooseWorkspace(callerOf(request).sub, request.body.workspace_id),
    }),
  );

  app.delete(
    PartTelegram.path,
    {
      schema: {
        summary: 'Part the Telegram account',
        tags: ['account'],
        response: { ...PartTelegram.answers, ...failures(PartTelegram.errors) },
      },
      ...change,
    },
    async (request) => ({ data: await joining.partSite(callerOf(request).sub) }),
  );
};
