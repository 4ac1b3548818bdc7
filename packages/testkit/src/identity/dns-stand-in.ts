import { createSocket } from 'node:dgram';
import { AUTHORITATIVE_ANSWER, decode, encode } from 'dns-packet';

export interface DnsStandIn {
  /** Address and port, as a resolver takes them. */
  readonly address: string;
  /** TXT records by domain; also while it runs. */
  readonly txt: Map<string, readonly string[]>;
  close(): Promise<void>;
}

/** A DNS server on a free port of this machine (RFC 1035, over UDP) that knows TXT records. */
export async function startDnsStandIn(): Promise<DnsStandIn> {
  const txt = new Map<string, readonly string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (packet, { address, port }) => {
    const { id = 0, questions = [] } = decode(packet);
    const [question] = questions;
    const records = question?.type === 'TXT' ? (txt.get(question.name.toLowerCase()) ?? []) : [];
    const answers = records.map((data) => ({ type: 'TXT', name: question?.name ?? '', ttl: 1, data }) as const);
    socket.send(encode({ type: 'response', id, flags: AUTHORITATIVE_ANSWER, questions, answers }), port, address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  return {
    address: `127.0.0.1:${socket.address().port}`,
    txt,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
