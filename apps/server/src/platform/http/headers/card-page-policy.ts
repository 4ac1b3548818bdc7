import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

const HEADER = 'content-security-policy';
const CARD_PAGE = /^\/stripe\/?(\?|$)/;

/** Where the published script of Stripe comes from, and what that script needs; its own documentation names them. */
const STRIPE_SCRIPT_HOST = 'js.stripe.com';
const STRIPE_SOURCES: CardSources = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
};

export type CardSources = Readonly<Record<'script-src' | 'frame-src' | 'connect-src', readonly string[]>>;

export interface CardPagePolicyOptions {
  /** Address of the card provider's script; null where no card is taken. */
  readonly scriptUrl: string | null;
}

/**
 * Lets the card provider's script and frames into the page of the card form, and into no other. Registered after the
 * plugin that writes the policy.
 */
export const cardPagePolicy = plugin(async (app: FastifyInstance, { scriptUrl }: CardPagePolicyOptions) => {
  if (scriptUrl === null) return;
  const sources = cardSources(scriptUrl);
  app.addHook('onRequest', async (request, reply) => {
    if (!CARD_PAGE.test(request.url)) return;
    const policy = reply.raw.getHeader(HEADER);
    if (typeof policy === 'string') reply.raw.setHeader(HEADER, withSources(policy, sources));
  });
});

/** What a provider's script needs: the provider's own hosts, or the one host of a stand-in. */
export function cardSources(scriptUrl: string): CardSources {
  const { origin, hostname } = new URL(scriptUrl);
  if (hostname === STRIPE_SCRIPT_HOST) return STRIPE_SOURCES;
  return { 'script-src': [origin], 'frame-src': [origin], 'connect-src': [origin] };
}

/**
 * A policy with more sources in it. A directive that was missing starts at our own origin.
 *
 * @example withSources("script-src 'self'", { 'script-src': ['https://a'], … }) // "script-src 'self' https://a;…"
 */
export function withSources(policy: string, sources: CardSources): string {
  const directives = new Map(
    policy.split(';').map((text) => {
      const [name = '', ...values] = text.trim().split(/\s+/);
      return [name, values];
    }),
  );
  for (const [name, more] of Object.entries(sources)) {
    directives.set(name, [...(directives.get(name) ?? ["'self'"]), ...more]);
  }
  return [...directives].map(([name, values]) => [name, ...values].join(' ')).join(';');
}
