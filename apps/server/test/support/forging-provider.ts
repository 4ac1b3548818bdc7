import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** What the next answer of the token endpoint says. */
export interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Seconds that its clock is ahead of ours. */
  readonly clockSeconds?: number;
  /** Signed with a key that it does not publish. */
  readonly isOtherKey?: boolean;
  /** The signature is left out (`alg: none`). */
  readonly isUnsigned?: boolean;
  /** Status instead of an answer. */
  readonly status?: number;
  /** Bytes of nothing in place of an answer. */
  readonly bytes?: number;
}

export interface ForgingProvider {
  readonly issuer: string;
  forge(forgery: Forgery): void;
  /** What the description says besides, or in place of what it should. */
  describe(more: Readonly<Record<string, unknown>>): void;
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** A provider that answers what a test wants: what a real one never does. The nonce of a login is its code. */
export async function startForgingProvider(): Promise<ForgingProvider> {
  const own = await generateKeyPair('RS256');
  const other = await generateKeyPair('RS256');
  const requests: string[] = [];
  let next: Forgery = {};
  let described: Readonly<Record<string, unknown>> = {};
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    void answer(request.url ?? '', text(request)).then(({ status = 200, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(url: string, sent: Promise<string>): Promise<{ status?: number; body: string }> {
    switch (url) {
      case '/.well-known/openid-configuration':
        return {
          body: JSON.stringify({
            issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            jwks_uri: `${issuer}/keys`,
            response_types_supported: ['code'],
            subject_types_supported: ['public'],
            id_token_signing_alg_values_supported: ['RS256'],
            ...described,
          }),
        };
      case '/keys':
        return { body: JSON.stringify({ keys: [{ ...(await exportJWK(own.publicKey)), alg: 'RS256', kid: 'own' }] }) };
      default:
        return token(new URLSearchParams(await sent).get('code') ?? '');
    }
  }

  async function token(nonce: string): Promise<{ status?: number; body: string }> {
    const { claims = {}, clockSeconds = 0, isOtherKey = false, isUnsigned = false, status, bytes } = next;
    if (status !== undefined) return { status, body: JSON.stringify({ error: 'server_error' }) };
    if (bytes !== undefined) return { body: JSON.stringify({ access_token: 'x'.repeat(bytes) }) };
    const now = Math.floor(Date.now() / 1000) + clockSeconds;
    const payload = { iss: issuer, aud: 'assay', sub: 'forged', nonce, iat: now, exp: now + 300, ...claims };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const id_token = isUnsigned
      ? `${part({ alg: 'none' })}.${part(payload)}.`
      : await new SignJWT(payload)
          .setProtectedHeader({ alg: 'RS256', kid: 'own' })
          .sign((isOtherKey ? other : own).privateKey);
    return { body: JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token }) };
  }

  return {
    issuer,
    requests,
    forge: (forgery) => {
      next = forgery;
    },
    describe: (more) => {
      described = more;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
