import { createHash } from 'node:crypto';
import { ReadCertificate } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { failures } from '../../plugins/failures.ts';
import { isHeldAlready } from '../../plugins/if-none-match.ts';
import type { ChecksService } from '../checks/index.ts';
import type { CertificateService } from './certificate.service.ts';

export interface KeyRoutesOptions {
  readonly certificates: CertificateService;
  readonly readsPerMinute: number;
}

export interface CertificateRoutesOptions extends KeyRoutesOptions {
  /** Who may open which check. */
  readonly checks: Pick<ChecksService, 'openCheck'>;
}

export const certificateRoutes: FastifyPluginAsyncZod<CertificateRoutesOptions> = async (app, options) => {
  app.get(
    ReadCertificate.path,
    {
      schema: {
        summary: 'Read the signed certificate of a finished check',
        description:
          'Canonical JSON (RFC 8785) with an Ed25519 signature; the keys stand at /.well-known/assay-keys.json.',
        tags: ['monitor'],
        params: ReadCertificate.params,
        response: { ...failures(ReadCertificate.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
    },
    async (request, reply) => {
      const check = await options.checks.openCheck(request.params.sub_id.toLowerCase(), request.caller?.sub ?? null);
      const { body } = await options.certificates.certify(check.subId);
      const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
      // Asked for again every time: a result may be withdrawn, but what did not change is not sent twice.
      reply.header('cache-control', 'private, no-cache').header('etag', etag);
      if (isHeldAlready(request, etag)) return reply.code(304).send();
      return reply
        .type('application/json; charset=utf-8')
        .serializer((payload: unknown) => String(payload))
        .send(body);
    },
  );
};

/** The public keys, outside the API: where everybody looks for them. */
export const keyRoutes: FastifyPluginAsyncZod<KeyRoutesOptions> = async (app, options) => {
  const config = { rateLimit: { max: options.readsPerMinute } };
  const caching = 'public, max-age=300';

  app.get('/.well-known/assay-keys.json', { schema: { hide: true }, config }, async (_request, reply) => {
    const keySet = await options.certificates.keySet();
    reply.header('cache-control', caching).header('access-control-allow-origin', '*');
    return reply.type('application/json; charset=utf-8').send(`${JSON.stringify(keySet, null, 2)}\n`);
  });

  app.get('/.well-known/assay-ca.pem', { schema: { hide: true }, config }, async (_request, reply) => {
    const { authorities } = await options.certificates.keySet();
    reply.header('cache-control', caching).header('access-control-allow-origin', '*');
    return reply.type('application/x-pem-file').send(authorities.map(({ certificate }) => pemOf(certificate)).join(''));
  });
};

function pemOf(base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
