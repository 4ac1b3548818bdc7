import { createHash } from 'node:crypto';
import { keyStateOf, withKeyStates } from '@assay/certificate';
import { CompareVersions, ReadCertificate } from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { isHeldAlready } from '../../../platform/http/headers/if-none-match.ts';
import { callerOf, readerOf } from '../../../platform/http/who/caller.ts';
import type { ChecksService } from '../../checks/index.ts';
import type { CertificateService } from './certificate.service.ts';

export interface KeyRoutesOptions {
  readonly certificates: CertificateService;
  readonly readsPerMinute: number;
}

export interface CertificateRoutesOptions {
  readonly certificates: CertificateService;
  /** Decides which user may open which check. */
  readonly checks: Pick<ChecksService, 'openCheck'>;
}

/** Calls about the signed certificate of a check. */
export async function certificateRoutes(app: FastifyInstance, options: CertificateRoutesOptions): Promise<void> {
  const { certificates, checks } = options;

  answerCall(app, ReadCertificate, async ({ params, request, reply }) => {
    const check = await checks.openCheck(params.sub_id.toLowerCase(), readerOf(request));
    const { body } = await certificates.certify(check.subId);
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    // Revalidated at every request, since a result may be withdrawn; an unchanged body is not sent again.
    reply.header('cache-control', 'private, no-cache').header('etag', etag);
    if (isHeldAlready(request, etag)) return reply.code(304).send();
    return reply
      .type('application/json; charset=utf-8')
      .serializer((payload: unknown) => String(payload))
      .send(body);
  });

  answerCall(app, CompareVersions, async ({ params, request, reply }) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort(new Error('nobody waits for the answer')));
    const { id } = callerOf(request).workspace;
    return certificates.compareVersions(params.sub_id.toLowerCase(), id, gone.signal);
  });
}

/** The public keys at their well-known address outside the API. */
export const keyRoutes: FastifyPluginAsyncZod<KeyRoutesOptions> = async (app, options) => {
  const config = { rateLimit: { max: options.readsPerMinute } };
  const caching = 'public, max-age=300';

  app.get('/.well-known/assay-keys.json', { schema: { hide: true }, config }, async (_request, reply) => {
    const keySet = await options.certificates.keySet();
    reply.header('cache-control', caching).header('access-control-allow-origin', '*');
    return reply.type('application/json; charset=utf-8').send(`${JSON.stringify(withKeyStates(keySet), null, 2)}\n`);
  });

  // No authorisation: the digest is known only from the file itself, and the response contains only a time.
  app.get(
    '/.well-known/assay-issued/:file',
    { schema: { hide: true, params: z.object({ file: z.string().regex(/^[0-9a-f]{64}\.json$/) }) }, config },
    async ({ params }, reply) => {
      const record = await options.certificates.readRecord(params.file.slice(0, 64));
      reply.header('cache-control', 'no-store').header('access-control-allow-origin', '*');
      return reply.type('application/json; charset=utf-8').send(`${JSON.stringify(record)}\n`);
    },
  );

  app.get('/.well-known/assay-ca.pem', { schema: { hide: true }, config }, async (_request, reply) => {
    const { authorities } = await options.certificates.keySet();
    // Programs that read this file do not evaluate key states: a compromised key must not be listed.
    const trusted = authorities.filter((authority) => keyStateOf(authority) !== 'compromised');
    reply.header('cache-control', caching).header('access-control-allow-origin', '*');
    return reply.type('application/x-pem-file').send(trusted.map(({ certificate }) => pemOf(certificate)).join(''));
  });
};

function pemOf(base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
