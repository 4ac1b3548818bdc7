import { describe, expect, it } from 'vitest';
import { isPrivateAddress } from './private-addresses.ts';

/** First and last address of each range. */
const PRIVATE = {
  'this network': ['0.0.0.0', '0.255.255.255'],
  'private, 10/8': ['10.0.0.0', '10.255.255.255'],
  'shared by carriers': ['100.64.0.0', '100.127.255.255'],
  loopback: ['127.0.0.0', '127.255.255.255'],
  'link-local and cloud metadata': ['169.254.0.0', '169.254.169.254', '169.254.255.255'],
  'private, 172.16/12': ['172.16.0.0', '172.31.255.255'],
  'protocol assignments': ['192.0.0.0', '192.0.0.255'],
  'documentation 1': ['192.0.2.0', '192.0.2.255'],
  '6to4 relays': ['192.88.99.0', '192.88.99.255'],
  'private, 192.168/16': ['192.168.0.0', '192.168.255.255'],
  benchmarks: ['198.18.0.0', '198.19.255.255'],
  'documentation 2': ['198.51.100.0', '198.51.100.255'],
  'documentation 3': ['203.0.113.0', '203.0.113.255'],
  multicast: ['224.0.0.0', '239.255.255.255'],
  'reserved, 240/4': ['240.0.0.0', '255.255.255.254'],
  broadcast: ['255.255.255.255'],
  'unspecified and loopback, IPv6': ['::', '::1'],
  'IPv4-compatible': ['::2', '::127.0.0.1', '::1.1.1.1', '::ffff:ffff'],
  'IPv4-mapped private': ['::ffff:127.0.0.1', '::ffff:169.254.169.254', '::ffff:a00:1', '::FFFF:10.0.0.1'],
  'IPv4-translated (SIIT)': ['::ffff:0:7f00:1', '::ffff:0:1.1.1.1'],
  'NAT64 of private IPv4': ['64:ff9b::a00:1', '64:ff9b::127.0.0.1', '64:ff9b::', '64:ff9b::1', '64:ff9b::c0a8:0'],
  'NAT64 for local use': ['64:ff9b:1::', '64:ff9b:1::808:808', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  discard: ['100::', '100::ffff:ffff:ffff:ffff'],
  Teredo: ['2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  'benchmarks, IPv6': ['2001:2::', '2001:2::ffff'],
  ORCHID: ['2001:10::1', '2001:20::1'],
  'documentation, IPv6': ['2001:db8::1', '3fff::1', '3fff:fff:ffff::1'],
  '6to4': ['2002::', '2002:7f00:1::1', '2002:a00:1::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'segment routing': ['5f00::1'],
  'unique local': ['fc00::', 'fd00::1', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'link-local, IPv6': ['fe80::1', 'fe80::1%eth0', 'febf::ffff'],
  'site-local': ['fec0::', 'fec0::1', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'multicast, IPv6': ['ff00::', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'never given out': ['1::1', '4000::1', '8000::1', 'e000::1'],
};

/** The next addresses beside those ranges, and others of the internet. */
const PUBLIC = [
  ['1.0.0.0', '1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0', '192.0.3.0'],
  ['192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0'],
  ['198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255'],
  ['2606:4700::1111', '2001:200::', '2001:4860:4860::8888', '2001:db7:ffff::1', '2001:db9::', '2003::', '3ffe::1'],
  ['2a00:1450:4001::1', '::ffff:1.1.1.1', '::ffff:808:808', '64:ff9b::808:808', '64:ff9b::1.1.1.1'],
].flat();

describe('an address that is none of the internet', () => {
  it.each(Object.entries(PRIVATE))('is private: %s', (_range, addresses) => {
    for (const address of addresses) expect(isPrivateAddress(address), address).toBe(true);
  });

  it.each(PUBLIC)('is not %s', (address) => expect(isPrivateAddress(address)).toBe(false));

  it('is no name', () => expect(isPrivateAddress('example.org')).toBe(false));
});
