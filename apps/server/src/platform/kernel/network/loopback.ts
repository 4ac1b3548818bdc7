import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4 } from 'node:net';

/** Any of these means that another machine is between the visitor and the server. */
const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'x-original-host',
  'x-original-forwarded-for',
  'cf-connecting-ip',
  'true-client-ip',
  'fly-client-ip',
  'fastly-client-ip',
] as const;

export function hasForwardingHeader(headers: IncomingHttpHeaders): boolean {
  return FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
}

/** 127.0.0.0/8, ::1 (also mapped) and the name localhost with its subdomains. */
export function isLoopbackAddress(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  const ipv4 = name.replace(/^::ffff:/, '');
  return isIPv4(ipv4) && ipv4.startsWith('127.');
}

/** Whether an address on the web names this machine. */
export function isLoopbackUrl(url: string): boolean {
  return isLoopbackAddress(hostnameOf(url));
}

/** Whether HOST and PUBLIC_URL both name this machine: nobody else is meant to reach the server. */
export function isLoopbackServer(settings: { host: string; publicUrl: string }): boolean {
  return isLoopbackAddress(settings.host) && isLoopbackUrl(settings.publicUrl);
}

/**
 * The loopback rule: HOST, PUBLIC_URL and the Host header are all loopback and no forwarding header is present. It is
 * necessary and not enough: a proxy that adds no header and sends the server's own name looks the same. What only the
 * person at this machine may see also needs `isLocalVisit`.
 */
export function isLoopbackVisit(settings: { host: string; publicUrl: string }, headers: IncomingHttpHeaders): boolean {
  return isLoopbackServer(settings) && isLoopbackHost(headers) && !hasForwardingHeader(headers);
}

/** Whether the Host header names this machine. */
export function isLoopbackHost({ host = '' }: IncomingHttpHeaders): boolean {
  // A name and perhaps a port: what a browser sends, and nothing that only reads like a loopback address.
  return /^[\w.:[\]-]+$/.test(host) && isLoopbackUrl(`http://${host}`);
}

/** Whether another site's page made the browser send this, by Sec-Fetch-Site, Origin and Referer. */
export function isForeignRequest(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  // A form of a page whose URL goes to nobody says 'null'; the browser says beside it that the page is the site's own.
  const origin = site === 'same-origin' && headers.origin === 'null' ? undefined : headers.origin;
  return [origin, headers.referer].some((from) => from !== undefined && URL.parse(from)?.host !== headers.host);
}

function hostnameOf(url: string): string {
  return URL.parse(url)?.hostname ?? '';
}
