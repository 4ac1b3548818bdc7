import { BlockList, isIP, isIPv6 } from 'node:net';

type Range = readonly [address: string, bits: number];

/** IPv4 that belongs to nobody on the internet (IANA special-purpose registry, RFC 6890). */
const PRIVATE_IPV4: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Hosts of the internet have addresses of this one block (RFC 4291 §2.4); all of the rest is private or reserved. */
const PUBLIC_IPV6: Range = ['2000::', 3];

/** What is special within it: Teredo and other protocols, documentation, and 6to4, which hides an IPv4 address. */
const PRIVATE_IPV6: readonly Range[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/** IPv6 that a gateway turns into the IPv4 address in its last 32 bits: as private as that is. */
const MAPPED: Range = ['::ffff:0:0', 96];
const TRANSLATED: Range = ['64:ff9b::', 96];

const privateIpv4 = blockOf(PRIVATE_IPV4, 'ipv4');
const publicIpv6 = blockOf([PUBLIC_IPV6], 'ipv6');
const privateIpv6 = blockOf(PRIVATE_IPV6, 'ipv6');
const embedding = blockOf([MAPPED, TRANSLATED], 'ipv6');

/** Whether an IP address is no address of the internet; false for what is no IP address. */
export function isPrivateAddress(address: string): boolean {
  const [bare = ''] = address.split('%', 1);
  const family = isIP(bare);
  if (family === 0) return false;
  if (family === 4) return privateIpv4.check(bare, 'ipv4');
  if (embedding.check(bare, 'ipv6')) return privateIpv4.check(embeddedIpv4(bare), 'ipv4');
  return !publicIpv6.check(bare, 'ipv6') || privateIpv6.check(bare, 'ipv6');
}

/** The name of a URL's host, without the brackets of IPv6. */
export function bareHost({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

function blockOf(ranges: readonly Range[], family: 'ipv4' | 'ipv6'): BlockList {
  const block = new BlockList();
  for (const [address, bits] of ranges) block.addSubnet(address, bits, family);
  return block;
}

/** The IPv4 address in the last 32 bits. */
function embeddedIpv4(address: string): string {
  if (!isIPv6(address)) throw new TypeError(`"address" expected IPv6, got ${address}`);
  // As a URL it is written in hexadecimal groups, whichever way it came.
  const groups = bareHost(new URL(`http://[${address}]`)).split(':');
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
