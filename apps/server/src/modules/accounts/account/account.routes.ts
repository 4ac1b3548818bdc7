import { Readable } from 'node:stream';
import { AccountDataExport, AccountLosses, DeleteAccount } from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { callerOf } from '../../../platform/http/who/caller.ts';
import type { AccountService } from './account.service.ts';

/** Calls about one's own data and its end. */
export async function accountRoutes(
  app: FastifyInstance,
  { account }: { readonly account: AccountService },
): Promise<void> {
  answerCall(app, AccountLosses, ({ request }) => account.losses(callerOf(request)));

  answerCall(app, AccountDataExport, async ({ request, reply }) => {
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="account-data.json"');
    return reply.send(Readable.from(account.exportData(callerOf(request)), { objectMode: false }));
  });

  answerCall(app, DeleteAccount, async ({ body, request }) => {
    await account.deleteAccount(callerOf(request), body.email);
    return { deleted: true as const };
  });
}
