import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that belong to nobody on the internet: this machine, its networks, and what is reserved (RFC 6890). */
const RANGES: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

const PRIVATE = new BlockList();
for (const [address, bits, family] of RANGES) PRIVATE.addSubnet(address, bits, family);

/** Whether an IP address is no address of the internet. An IPv4 address inside IPv6 counts as itself. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && PRIVATE.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** A look-up that refuses names which lead into a private network, whoever answers for them. */
export function publicLookup(resolve: typeof lookup = lookup): LookupFunction {
  return (hostname, options, callback) => {
    const all: LookupOptions & { all: true } = { ...options, all: true };
    resolve(hostname, all, (error, addresses: LookupAddress[]) => {
      if (error !== null) return callback(error, []);
      if (addresses.length === 0 || addresses.some(({ address }) => isPrivateAddress(address))) {
        return callback(Object.assign(new Error('A private address'), { code: 'EPRIVATE' }), []);
      }
      const [first] = addresses;
      if (options.all === true || first === undefined) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
