import { isIP } from 'node:net';
import type { CustomFetch } from 'openid-client';
import type { Agent, RequestInit } from 'undici';
import { egressAgent, isOutside } from '../../../../platform/kernel/network/egress-guard.ts';
import { isLoopbackAddress } from '../../../../platform/kernel/network/loopback.ts';
import { bareHost, isPrivateAddress } from '../../../../platform/kernel/network/private-addresses.ts';
import { userAgent } from '../../../../platform/kernel/network/user-agent.ts';

/** Which hosts of providers may be reached, besides those of the internet over https. */
export interface ReachableHosts {
  /** Names of hosts that may have a private address; lower case. */
  readonly privateHosts: readonly string[];
  /** Whether providers on this machine may be used, also over plain http: a server that nobody else reaches. */
  readonly allowsLoopback: boolean;
}

/** From the first byte sent to the last byte read. */
export const PROVIDER_SECONDS = 8;
const CONNECT_MS = 3_000;
/** Descriptions and key sets have some kilobytes. */
const ANSWER_BYTES = 512 * 1024;

/** A request that must not be sent: plain http, or a private address. */
export class UnreachableHost extends Error {
  override readonly name = 'UnreachableHost';
}

/** Requests to hosts that a workspace names: over https, without redirects, bounded, and into no private network. */
export function guardedFetch(hosts: ReachableHosts): { readonly fetch: CustomFetch; close(): Promise<void> } {
  const limits = {
    headersTimeout: PROVIDER_SECONDS * 1000,
    bodyTimeout: PROVIDER_SECONDS * 1000,
    maxResponseSize: ANSWER_BYTES,
  };
  let agent: Promise<Agent> | undefined;
  const opened = () => {
    agent ??= egressAgent(
      { connectMs: CONNECT_MS, allows: (to) => mayBePrivate(to.host, hosts) || isOutside(to) },
      limits,
    );
    return agent;
  };
  return {
    async fetch(address, options) {
      const url = new URL(address);
      assertReachable(url, hosts);
      const { fetch } = await import('undici');
      const headers = { ...options.headers, 'user-agent': userAgent() };
      const init = { ...options, headers, dispatcher: await opened() } as RequestInit;
      // The two declarations of the same response differ in what nobody reads.
      return (await fetch(url, init)) as unknown as Response;
    },
    close: async () => (await agent)?.destroy(),
  };
}

/** @throws UnreachableHost */
export function assertReachable(url: URL, hosts: ReachableHosts): void {
  const host = bareHost(url);
  const isLocal = hosts.allowsLoopback && isLoopbackAddress(host);
  if (url.username !== '' || url.password !== '') throw new UnreachableHost('the address has a name or a password');
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) throw new UnreachableHost('not https');
  if (isIP(host) !== 0 && isPrivateAddress(host) && !mayBePrivate(host, hosts)) {
    throw new UnreachableHost('private address');
  }
}

function mayBePrivate(host: string, { privateHosts, allowsLoopback }: ReachableHosts): boolean {
  return privateHosts.includes(host.toLowerCase()) || (allowsLoopback && isLoopbackAddress(host));
}
