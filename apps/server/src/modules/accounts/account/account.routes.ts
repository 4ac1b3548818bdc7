import { Readable } from 'node:stream';
import { AccountDataExport, AccountLosses, DeleteAccount } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf, requireCaller } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { requireStepUp } from '../../../platform/http/step-up.ts';
import type { AccountService } from './account.service.ts';

export interface AccountRoutesOptions {
  readonly account: AccountService;
  readonly exportsPerMinute: number;
}

export const accountRoutes: FastifyPluginAsyncZod<AccountRoutesOptions> = async (app, options) => {
  const { account } = options;
  const shared = {
    config: { rateLimit: { max: options.exportsPerMinute } },
    preParsing: [requireCaller, requireStepUp],
  };

  app.get(
    AccountLosses.path,
    {
      schema: {
        summary: 'What ends with one’s account',
        tags: ['account'],
        response: { ...AccountLosses.answers, ...failures(AccountLosses.errors) },
      },
      config: shared.config,
      preParsing: requireCaller,
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: await account.losses(callerOf(request)) };
    },
  );

  app.get(
    AccountDataExport.path,
    {
      schema: {
        summary: 'Everything kept about one’s account',
        tags: ['account'],
        response: failures(AccountDataExport.errors),
      },
      ...shared,
    },
    async (request, reply) => {
      reply
        .header('cache-control', 'no-store')
        .header('content-type', 'application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="account-data.json"');
      return reply.send(Readable.from(account.exportData(callerOf(request)), { objectMode: false }));
    },
  );

  app.post(
    DeleteAccount.path,
    {
      schema: {
        summary: 'Delete one’s account',
        tags: ['account'],
        body: DeleteAccount.body,
        response: { ...DeleteAccount.answers, ...failures(DeleteAccount.errors) },
      },
      ...shared,
    },
    async (request, reply) => {
      await account.deleteAccount(callerOf(request), request.body.email);
      reply.header('cache-control', 'no-store');
      return { data: { deleted: true as const } };
    },
  );
};
