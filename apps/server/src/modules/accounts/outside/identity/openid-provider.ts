import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as openid from 'openid-client';
import {
  type OpenIdProviders,
  type ProvenIdentity,
  ProviderFault,
  type ProviderFaultReason,
  type ProviderSettings,
} from '../../identity-providers/identity.ports.ts';
import {
  assertReachable,
  guardedFetch,
  PROVIDER_SECONDS,
  type ReachableHosts,
  UnreachableHost,
} from './guarded-fetch.ts';

/** Descriptions of providers are read again after this time; their keys when a signature names an unknown one. */
const DESCRIPTION_MS = 5 * 60_000;
const MOST_DESCRIPTIONS = 200;
/** Clocks of providers may differ from ours by this much (RFC 7519 §4.1.4: a few minutes at most). */
const CLOCK_TOLERANCE_SECONDS = 60;
const SCOPE = 'openid email';

/**
 * OpenID Connect by openid-client: code flow with PKCE, state and nonce; issuer, audience, time, algorithm and signature of
 * the ID token are verified by it (OpenID Connect Core 1.0 §3.1.3.7).
 */
export function openIdProviders(hosts: ReachableHosts): OpenIdProviders & { close(): Promise<void> } {
  const guarded = guardedFetch(hosts);
  const known = new LRUCache<string, openid.Configuration>({ max: MOST_DESCRIPTIONS, ttl: DESCRIPTION_MS });

  async function read(settings: ProviderSettings): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = settings;
    const server = new URL(issuer);
    // An address of the description itself would be taken without comparing the issuer.
    if (server.pathname.includes('/.well-known/')) throw new ProviderFault('wrong issuer');
    assertReachable(server, hosts);
    const described = await openid.discovery(server, clientId, undefined, openid.None(), {
      [openid.customFetch]: guarded.fetch,
      timeout: PROVIDER_SECONDS,
      ...(hosts.allowsLoopback ? { execute: [openid.allowInsecureRequests] } : {}),
    });
    const metadata = described.serverMetadata();
    // Providers of many companies describe themselves by a template: people of any of them would be believed.
    if (new URL(metadata.issuer).href !== server.href) throw new ProviderFault('wrong issuer');
    const { authorization_endpoint: authorization } = metadata;
    if (authorization === undefined || metadata.token_endpoint === undefined) throw new ProviderFault('no provider');
    // The browser is sent there: not into a script, nor to what is not https.
    assertReachable(new URL(authorization), hosts);
    const supported = metadata.token_endpoint_auth_methods_supported;
    const byBasic = supported === undefined || supported.includes('client_secret_basic');
    const configuration = new openid.Configuration(
      metadata,
      clientId,
      { client_secret: clientSecret, [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      byBasic ? openid.ClientSecretBasic(clientSecret) : openid.ClientSecretPost(clientSecret),
    );
    configuration[openid.customFetch] = guarded.fetch;
    configuration.timeout = PROVIDER_SECONDS;
    // The signature of the ID token is verified too, although it comes from the provider itself.
    openid.enableNonRepudiationChecks(configuration);
    if (hosts.allowsLoopback) openid.allowInsecureRequests(configuration);
    return configuration;
  }

  async function configurationOf(settings: ProviderSettings): Promise<openid.Configuration> {
    const key = createHash('sha256').update(JSON.stringify(settings)).digest('base64url');
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const configuration = await read(settings);
    known.set(key, configuration);
    return configuration;
  }

  return {
    async describe(settings) {
      try {
        return { issuer: (await read(settings)).serverMetadata().issuer };
      } catch (error) {
        throw providerFaultOf(error);
      }
    },

    async authorizationUrl(settings, { redirectUri, state, nonce, verifier, email }) {
      try {
        const configuration = await configurationOf(settings);
        const url = openid.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: SCOPE,
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          login_hint: email,
        });
        return url.href;
      } catch (error) {
        throw providerFaultOf(error);
      }
    },

    async redeem(settings, { returnedTo, state, nonce, verifier }) {
      try {
        const configuration = await configurationOf(settings);
        const tokens = await openid.authorizationCodeGrant(configuration, returnedTo, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new ProviderFault('token refused');
        const { sub: subject, iss: issuer } = claims;
        if (typeof claims['email'] === 'string') return identityOf({ subject, issuer }, claims);
        const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
        const more = hasMore ? await openid.fetchUserInfo(configuration, tokens.access_token, subject) : {};
        return identityOf({ subject, issuer }, more);
      } catch (error) {
        throw providerFaultOf(error);
      }
    },

    close: () => guarded.close(),
  };
}

function identityOf(
  named: Pick<ProvenIdentity, 'subject' | 'issuer'>,
  claims: Readonly<Record<string, unknown>>,
): ProvenIdentity {
  const { email } = claims;
  // Only the JSON value true (OpenID Connect Core 1.0 §5.1).
  return { ...named, email: typeof email === 'string' ? email : null, isVerified: claims['email_verified'] === true };
}

/** What a provider, or the library about it, said, as one of the reasons that have a text. */
function providerFaultOf(error: unknown): ProviderFault {
  if (error instanceof ProviderFault) return error;
  return new ProviderFault(reasonOf(error), { cause: error });
}

function reasonOf(error: unknown): ProviderFaultReason {
  if (error instanceof UnreachableHost) return 'refused address';
  if (error instanceof openid.AuthorizationResponseError)
    return error.error === 'access_denied' ? 'denied' : 'refused login';
  if (error instanceof openid.WWWAuthenticateChallengeError) return 'wrong secret';
  if (error instanceof openid.ResponseBodyError) {
    return error.error === 'invalid_client' || error.error === 'unauthorized_client' ? 'wrong secret' : 'refused login';
  }
  if (hasCause(error, (cause) => cause instanceof UnreachableHost || codeOf(cause) === 'EPRIVATE')) {
    return 'refused address';
  }
  if (!(error instanceof openid.ClientError)) return 'no answer';
  switch (error.code) {
    case 'OAUTH_TIMEOUT':
    case 'OAUTH_ABORT':
      return 'no answer';
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return 'wrong clock';
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return 'wrong issuer';
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
      return 'no provider';
    default:
      return 'token refused';
  }
}

function hasCause(error: unknown, isIt: (cause: unknown) => boolean): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1) {
    if (isIt(at)) return true;
  }
  return false;
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
