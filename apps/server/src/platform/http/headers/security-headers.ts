import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

export interface SecurityHeadersOptions {
  readonly publicUrl: string;
  /** Whether HSTS covers the subdomains too, which may belong to others. */
  readonly hstsCoversSubdomains?: boolean;
}

/**
 * Headers of every answer. Scripts and styles run from our own origin or with this answer's nonce
 * (`reply.cspNonce.script`); nothing inline without it, no style attributes, no frames, nothing from elsewhere.
 */
export const securityHeaders = plugin(async (app: FastifyInstance, options: SecurityHeadersOptions) => {
  const isSecure = options.publicUrl.startsWith('https:');
  await app.register(helmet, {
    global: true,
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(isSecure ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    // Over plain HTTP a browser would remember a promise that this host cannot keep.
    strictTransportSecurity: isSecure
      ? { maxAge: 31_536_000, includeSubDomains: options.hstsCoversSubdomains === true }
      : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()');
  });
});
