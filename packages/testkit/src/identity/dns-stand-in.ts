import { createSocket } from 'node:dgram';
import { AUTHORITATIVE_ANSWER, decode, encode } from 'dns-packet';

/** The answer's code (RFC 1035 §4.1.1): the server is out of order, or there is no such name. */
const CODES = { SERVFAIL: 2, NXDOMAIN: 3 } as const;
export type DnsFailure = keyof typeof CODES;

export interface DnsStandIn {
  /** Address and port, as a resolver takes them. */
  readonly address: string;
  /** TXT records by domain; also while it runs. */
  readonly txt: Map<string, readonly string[]>;
  /** How questions about a domain fail, by domain; also while it runs. */
  readonly failures: Map<string, DnsFailure>;
  close(): Promise<void>;
}

/** A DNS server on a free port of this machine (RFC 1035, over UDP) that knows TXT records. */
export async function startDnsStandIn(): Promise<DnsStandIn> {
  const txt = new Map<string, readonly string[]>();
  const failures = new Map<string, DnsFailure>();
  const socket = createSocket('udp4');
  socket.on('message', (packet, { address, port }) => {
    const { id = 0, questions = [] } = decode(packet);
    const [question] = questions;
    const domain = question?.name.toLowerCase() ?? '';
    const failure = failures.get(domain);
    const records = question?.type === 'TXT' && failure === undefined ? (txt.get(domain) ?? []) : [];
    const answers = records.map((data) => ({ type: 'TXT', name: question?.name ?? '', ttl: 1, data }) as const);
    const flags = AUTHORITATIVE_ANSWER | (failure === undefined ? 0 : CODES[failure]);
    socket.send(encode({ type: 'response', id, flags, questions, answers }), port, address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  return {
    address: `127.0.0.1:${socket.address().port}`,
    txt,
    failures,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
