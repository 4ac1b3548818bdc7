import { isIP, isIPv6 } from 'node:net';

/** Everybody whose address a proxy gave in no form that is one. */
const UNKNOWN = 'unknown';

/** The address in a text that a proxy wrote, without brackets and a port; null where there is none. */
export function addressIn(text: string): string | null {
  if (isIP(text) !== 0) return text;
  const bare = /^\[([^\]]{2,64})\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]{7,15}):\d{1,5}$/.exec(text)?.[1] ?? '';
  return isIP(bare) === 0 ? null : bare;
}

/** A household has one IPv4 address but at least a /64 of IPv6: either counts as one caller. */
export function networkOf(caller: { readonly ip: string }): string {
  const ip = addressIn(caller.ip);
  if (ip === null) return UNKNOWN;
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  return `${expandIpv6(ip).slice(0, 4).join(':')}::/64`;
}

/** The neighbourhood of a caller, for what one household alone cannot do: a /24 of IPv4, a /48 of IPv6. */
export function widerNetworkOf(caller: { readonly ip: string }): string {
  const network = networkOf(caller);
  if (network === UNKNOWN) return network;
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`;
  return `${network.split('.').slice(0, 3).join('.')}.0/24`;
}

function expandIpv6(ip: string): string[] {
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...(tail === undefined ? [] : zeros), ...right].map((group) => group.replace(/^0+(?=.)/, ''));
}
