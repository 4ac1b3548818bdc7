import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent, buildConnector } from 'undici';
import { isPrivateAddress } from './private-addresses.ts';

/** Where a connection is about to go: a host of a URL, and every address that its name leads to. */
export interface Destination {
  /** As the URL has it, lower case, without the brackets of IPv6. */
  readonly host: string;
  readonly port: string;
  readonly addresses: readonly string[];
}

export interface EgressOptions {
  /** Whether a connection may be opened; default: {@link isOutside}. */
  readonly allows?: (destination: Destination) => boolean;
  /** Longest wait for a connection, without the look-up of the name. */
  readonly connectMs?: number;
  /** Looks names up; default: the resolver of the machine. */
  readonly resolve?: typeof lookup;
}

/** Code of the error with which a connection is refused. */
export const PRIVATE_CODE = 'EPRIVATE';

/** Whether all addresses are of the internet. */
export function isOutside({ addresses }: Destination): boolean {
  return addresses.length > 0 && !addresses.some(isPrivateAddress);
}

/**
 * The one guard of requests to addresses that others name: webhooks, label lists, identity providers. Every connection,
 * that of a redirect too, is judged when it is opened: the name is looked up once, all of its addresses are judged, and
 * the connection goes to those very addresses, so a name server that answers differently the next time changes nothing.
 *
 * The connection fails with the code {@link PRIVATE_CODE} where it is not allowed. undici is loaded by the first agent:
 * no start waits for it.
 */
export async function egressAgent(
  options: EgressOptions,
  limits: Omit<Agent.Options, 'connect' | 'factory'> = {},
): Promise<Agent> {
  const undici = await import('undici');
  return new undici.Agent({ ...limits, connect: guardedConnector(options, undici.buildConnector) });
}

function guardedConnector(
  { allows = isOutside, connectMs, resolve = lookup }: EgressOptions,
  build: typeof buildConnector,
): buildConnector.connector {
  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '').toLowerCase();
    addressesOf(host, resolve, (error, addresses) => {
      if (error !== null) return callback(error, null);
      const port = target.port === '' ? (target.protocol === 'https:' ? '443' : '80') : target.port;
      const destination = { host, port, addresses: addresses.map(({ address }) => address) };
      if (!allows(destination)) {
        return callback(Object.assign(new Error('Refused by the guard'), { code: PRIVATE_CODE }), null);
      }
      const connect = build({
        ...(connectMs === undefined ? {} : { timeout: connectMs }),
        lookup: giveAddresses(addresses),
      });
      return connect(target, callback);
    });
  };
}

function addressesOf(
  host: string,
  resolve: typeof lookup,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
): void {
  const family = isIP(host);
  if (family === 0) resolve(host, { all: true }, done);
  else done(null, [{ address: host, family }]);
}

/** A look-up that knows the answer already, so that a second one cannot differ from the one that was judged. */
function giveAddresses(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all === true || first === undefined) return callback(null, [...addresses]);
    return callback(null, first.address, first.family);
  };
}
