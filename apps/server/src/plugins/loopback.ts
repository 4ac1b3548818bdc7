import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4 } from 'node:net';

/** Any of these says that somebody else's machine stands between the visitor and us. */
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

/**
 * The loopback rule: development comforts exist only while HOST, PUBLIC_URL and the Host header are all loopback and
 * no forwarding header is present. Anything else is production.
 */
export function isLoopbackVisit(settings: { host: string; publicUrl: string }, headers: IncomingHttpHeaders): boolean {
  return (
    isLoopbackAddress(settings.host) &&
    isLoopbackAddress(hostnameOf(settings.publicUrl)) &&
    // A name and perhaps a port: what a browser sends, and nothing that only reads like a loopback address.
    /^[\w.:[\]-]+$/.test(headers.host ?? '') &&
    isLoopbackAddress(hostnameOf(`http://${headers.host}`)) &&
    !hasForwardingHeader(headers)
  );
}

function hostnameOf(url: string): string {
  return URL.parse(url)?.hostname ?? '';
}
