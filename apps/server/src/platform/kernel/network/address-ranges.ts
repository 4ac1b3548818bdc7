import { BlockList, isIP } from 'node:net';
import { addressIn } from './networks.ts';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An IPv4 or IPv6 address as ranges compare it: an IPv4 address within IPv6 as IPv4, and without a zone or port. */
export function plainAddress(ip: string): string {
  const [address = ''] = (addressIn(ip) ?? ip).split('%', 1);
  return MAPPED.exec(address)?.[1] ?? address;
}

/** Why a text is no range of addresses: a CIDR block of IPv4 or IPv6, or one address. Null where it is one. */
export function rangeProblem(text: string): string | null {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = text.includes('%') ? 0 : isIP(address);
  if (family === 0 || rest.length > 0) {
    return 'is neither an address nor a range: write 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32';
  }
  if (family === 6 && address.includes('.')) return 'is an IPv4 address within IPv6: write it as IPv4';
  if (prefix === undefined) return null;
  const most = family === 4 ? 32 : 128;
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
  if (bits === 0) return 'means every address: leave the list empty instead';
  return bits < 0 || bits > most ? `needs a number from 1 to ${most} after the slash` : null;
}

/** Whether an address is in one of these ranges; each is one that {@link rangeProblem} accepts. */
export function isWithin(ranges: readonly string[], ip: string): boolean {
  const address = plainAddress(ip);
  const family = isIP(address);
  if (family === 0) return false;
  const list = new BlockList();
  for (const range of ranges) {
    const [base = '', prefix] = range.split('/');
    const kind = isIP(base) === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(base, kind);
    else list.addSubnet(base, Number(prefix), kind);
  }
  return list.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
